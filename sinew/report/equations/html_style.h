// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew {

/// The style of an HTML page of equations.
inline constexpr const char* equation_html_style = R"css(
:root {
  color-scheme: light dark;
  --paper: #fdfdfb; --ink: #1c1c1e; --faint: #5d6068; --rule: #dcdcd6; --good: #1b6e3a; --bad: #a32020;
  --inertial: #1f4e9c; --coriolis: #7a2fa0; --centrifugal: #a8480b; --gravity: #1b6e3a; --friction: #7b5a00;
  --spring: #a01f5c;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #16171a; --ink: #e8e6e1; --faint: #a0a3ab; --rule: #34363c; --good: #7ed29a; --bad: #ff9a93;
    --inertial: #8fb8ff; --coriolis: #d3a4f2; --centrifugal: #ffb077; --gravity: #7ed29a; --friction: #e4c261;
    --spring: #ff9cc4;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 80rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 "Latin Modern Roman", "STIX Two Text", "Iowan Old Style", Palatino, Georgia, serif;
}
h1 { margin: 0 0 2rem; font-size: 1.9rem; line-height: 1.25; font-weight: 600; text-wrap: balance; }
h2 { margin: 2.75rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--rule); font-size: 1.3rem;
     font-weight: 600; }
h2 .number { margin-right: 0.75em; color: var(--faint); font-weight: 400; }
p { margin: 0.75rem 0; max-width: 44rem; }
code { font-size: 0.88em; }
nav { margin-bottom: 2.5rem; font: 0.875rem/1.45 system-ui, sans-serif; }
nav ol { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 0.2rem 0.75rem; border-left: 2px solid var(--rule); color: var(--faint);
        text-decoration: none; }
nav a:hover, nav a:focus-visible { border-left-color: var(--ink); color: var(--ink); }
section { scroll-margin-top: 1rem; }
section:first-child h2 { margin-top: 0; }
@media (min-width: 62rem) {
  .columns { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 3rem; }
  nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto; }
}
math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", "Libertinus Math", math, serif;
       font-size: 1.08em; text-indent: 0; }
.equation { display: grid; grid-template-columns: max-content minmax(min-content, 1fr); align-items: baseline;
            margin: 0.35rem 0; padding: 0.35rem 0 0.35rem 1.5rem; overflow: auto hidden; }
.equation + .equation { margin-top: 0.2rem; }
.equation > .matrix { grid-column: 1 / -1; }
.equation > .matrix + .matrix { margin: 0.35rem 0 0 1.5em; }
.equation.small { display: inline-grid; margin-right: 1.5rem; max-width: 100%; vertical-align: middle; }
.name { padding-right: 0.35em; white-space: nowrap; }
.terms { padding-left: 1.5em; text-indent: -1.5em; line-height: 2.1; }
.terms math { padding-block: 0.25em; }
.value { grid-column: 2; color: var(--faint); font-variant-numeric: tabular-nums; }
.remark { grid-column: 2; color: var(--faint); font-size: 0.92em; }
mtable.brackets {
  margin: 0 0.15em; padding: 0.15em 0.2em; border-left: 0.08em solid; border-right: 0.08em solid;
  background: linear-gradient(currentColor, currentColor) top left, linear-gradient(currentColor, currentColor) top right,
              linear-gradient(currentColor, currentColor) bottom left,
              linear-gradient(currentColor, currentColor) bottom right;
  background-size: 0.35em 0.08em; background-repeat: no-repeat;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
mtable.brackets mtd { padding: 0.2em 0.55em; text-align: -webkit-center; }
mtable.named { margin: 0 0.15em; }
mtable.named mtd { padding: 0.2em 0.55em; color: var(--faint); text-align: -webkit-center; }
mtable.named mtd.cell {
  color: inherit;
  background-image: var(--tl, none), var(--tr, none), var(--bl, none), var(--br, none);
  background-position: top left, top right, bottom left, bottom right;
  background-size: 0.35em 0.08em; background-repeat: no-repeat;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
mtd.left { border-left: 0.08em solid; } mtd.right { border-right: 0.08em solid; }
mtd.tl { --tl: linear-gradient(currentColor, currentColor); }
mtd.tr { --tr: linear-gradient(currentColor, currentColor); }
mtd.bl { --bl: linear-gradient(currentColor, currentColor); }
mtd.br { --br: linear-gradient(currentColor, currentColor); }
.sum { grid-template-columns: max-content minmax(min-content, 1fr) max-content; row-gap: 0.1rem; }
.sum .name { grid-column: 1; }
.sum .terms { grid-column: 2; }
.sum .cause { grid-column: 3; margin-left: 1.25rem; justify-self: end; text-align: right; }
.label { display: inline-block; padding: 0.05rem 0.6rem; border: 1px solid; border-radius: 1rem; white-space: nowrap;
         text-align: left; font: 0.78rem/1.5 system-ui, sans-serif; }
.label::before { content: "◆"; display: inline-block; width: 1.3em; }
.inertial { color: var(--inertial); } .inertial::before { content: "■"; }
.coriolis { color: var(--coriolis); border-style: dashed; } .coriolis::before { content: "↻"; }
.centrifugal { color: var(--centrifugal); border-style: dotted; } .centrifugal::before { content: "↔"; }
.gravity { color: var(--gravity); border-style: double; border-width: 3px; } .gravity::before { content: "↓"; }
.friction { color: var(--friction); border-radius: 0; } .friction::before { content: "≈"; }
.spring { color: var(--spring); border-radius: 0; border-style: dashed; } .spring::before { content: "∿"; }
.verdict { display: flex; gap: 0.6em; font-weight: 500; }
.verdict::before { font-family: system-ui, sans-serif; font-weight: 700; }
.holds { color: var(--good); } .holds::before { content: "✓"; }
.fails { color: var(--bad); } .fails::before { content: "✗"; }
@media (max-width: 40rem) {
  .equation { padding-left: 0.25rem; }
  .sum { grid-template-columns: max-content minmax(min-content, 1fr); }
  .sum .cause { grid-column: 2; justify-self: start; margin: 0 0 0.5rem; text-align: left; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --faint: #444; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; }
  .columns { display: block; }
  .equation { overflow: visible; }
  .equation, .verdict, mtable { break-inside: avoid; }
  h2 { break-after: avoid; }
}
)css";

}  // namespace sinew
