// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/input_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/load.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using sinew_test::refusal;
using testing::HasSubstr;

/// A folder with a pipe that nobody writes to: who opens it waits for ever.
class FolderWithPipe : public testing::Test {
 protected:
  FolderWithPipe() {
    char name[] = "/tmp/sinew_input_XXXXXX";
    folder_ = ::mkdtemp(name);
    EXPECT_EQ(::mkfifo(pipe().c_str(), 0600), 0);
  }
  ~FolderWithPipe() override { std::filesystem::remove_all(folder_); }

  std::string pipe() const { return folder_ / "pipe.yaml"; }

  std::filesystem::path folder_;
};

TEST_F(FolderWithPipe, IsNotReadAsAFile) {
  EXPECT_THAT(refusal([&] { const InputFile file(pipe()); }),
              HasSubstr("pipe.yaml: this is a pipe, and only regular files and standard input are read; save it"));
  EXPECT_THAT(refusal([&] { load_robot(pipe()); }), HasSubstr("this is a pipe"));
  std::filesystem::create_symlink(pipe(), folder_ / "link.yaml");
  EXPECT_THAT(refusal([&] { load_robot((folder_ / "link.yaml").string()); }), HasSubstr("this is a pipe"));
}

TEST_F(FolderWithPipe, IsNotReadAsAMesh) {
  const std::string robot = folder_ / "arm.yaml";
  std::ofstream(robot) << "sinew: 1\nname: x\nlinks:\n  - name: l\n    joint: {name: j}\n    bodies:\n"
                          "      - {shape: mesh, file: pipe.yaml, density: 1000}\n";
  EXPECT_THAT(refusal([&] { load_robot(robot); }), HasSubstr("arm.yaml:7: mesh"));
  EXPECT_THAT(refusal([&] { load_robot(robot); }), HasSubstr("this is a pipe"));
}

TEST(Devices, AreNotRead) {
  for (const char* device : {"/dev/zero", "/dev/null", "/dev/tty"})
    if (std::filesystem::exists(device)) {
      EXPECT_THAT(refusal([&] { load_robot(device); }), HasSubstr("this is a device, and only regular files"))
          << device;
    }
}

TEST(FilesOfTheKernel, AreNotRead) {
  EXPECT_THAT(refusal([] { load_robot("/proc/self/maps"); }), HasSubstr("this is a file of the kernel"));
}

TEST(Files, ThatAreNotThereAreToldFromFolders) {
  EXPECT_THAT(refusal([] { load_robot("nowhere/robot.yaml"); }),
              HasSubstr("nowhere/robot.yaml: there is no such file"));
  EXPECT_THAT(refusal([] { load_robot("."); }), HasSubstr(".: this is a folder, not a file"));
}

TEST(AMesh, IsReadOnceForAllBodiesThatNameIt) {
  // a tetrahedron by mass and twice by density, one of them in another unit
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("sinew_mesh_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  std::ofstream mesh(folder / "t.stl");
  mesh << "solid t\n";
  for (const char* corners : {"vertex 0 0 0 vertex 0 1 0 vertex 1 0 0", "vertex 0 0 0 vertex 1 0 0 vertex 0 0 1",
                              "vertex 0 0 0 vertex 0 0 1 vertex 0 1 0", "vertex 1 0 0 vertex 0 1 0 vertex 0 0 1"})
    mesh << "facet normal 0 0 0 outer loop " << corners << " endloop endfacet\n";
  mesh << "endsolid t\n";
  mesh.close();
  const auto mass_of = [&](const std::string& body) {
    return load_robot(
               {(folder / "arm.yaml").string(),
                "sinew: 1\nname: x\nlinks:\n  - name: l\n    joint: {name: j}\n    bodies:\n      - {shape: mesh, "
                "file: t.stl, density: 6}\n      - {shape: mesh, file: t.stl, " +
                    body + "}\n"},
               {})
        .model.link(0)
        .inertia.m;
  };
  EXPECT_NEAR(mass_of("density: 12"), 3.0, 1e-14);
  EXPECT_NEAR(mass_of("mass: 12"), 13.0, 1e-14);
  EXPECT_NEAR(mass_of("density: 6, scale: 2"), 9.0, 1e-14);
  EXPECT_THAT(refusal([&] { mass_of("density: -6"); }), HasSubstr("a density of -6"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace sinew
