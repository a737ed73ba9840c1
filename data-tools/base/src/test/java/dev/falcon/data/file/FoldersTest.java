// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
  @TempDir Path folder;

  @Test
  void everythingWithinGoesAndNothingThatALinkLeadsTo() throws IOException {
    Path kept = Files.writeString(folder.resolve("kept.txt"), "kept");
    Path doomed = folder.resolve("doomed");
    Files.createDirectories(doomed.resolve("deep/deeper"));
    Files.writeString(doomed.resolve("deep/deeper/file"), "gone");
    Files.createSymbolicLink(doomed.resolve("link"), folder);
    Folders.delete(doomed);
    assertThat(doomed).doesNotExist();
    assertThat(kept).hasContent("kept");
  }

  @Test
  void aMissingFolderIsNoError() {
    Folders.delete(folder.resolve("missing"));
    assertThat(folder).isEmptyDirectory();
  }

  /** No file system takes a name of so many letters. */
  @Test
  void aTemporaryFolderThatCannotBeMadeIsOneLine() {
    assertThatThrownBy(() -> Folders.temporary("falcon".repeat(100)))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith("no temporary folder can be made: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void nothingIsWhereNothingCanBe() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    assertThat(Folders.exists(file)).isTrue();
    assertThat(Folders.isFile(file)).isTrue();
    assertThat(Folders.isFolder(file)).isFalse();
    assertThat(Folders.isFolder(folder)).isTrue();
    assertThat(Folders.exists(folder.resolve("missing"))).isFalse();
    assertThat(Folders.exists(file.resolve("below/it"))).isFalse();
    assertThat(Folders.exists(folder.resolve("long".repeat(100)))).isFalse();
  }

  /** A link that leads to itself leads to neither a file nor nothing. */
  @Test
  void aPathThatCannotBeExaminedIsNamed() throws IOException {
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, link);
    assertThatThrownBy(() -> Folders.exists(link))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(link + ": cannot be read: ");
  }

  @Test
  void namesAFolderThatCannotBeListed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    Path missing = folder.resolve("missing");
    assertFails(() -> Folders.list(file), file + ": is no folder");
    assertFails(() -> Folders.list(missing), missing + ": cannot be listed: " + missing);
    assertFails(() -> Folders.files(missing), missing + ": cannot be listed: " + missing);
  }

  @Test
  void anEntryThatMayBeAFileIsNotLeftOut() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Files.createSymbolicLink(folder.resolve("again"), file);
    Files.createSymbolicLink(folder.resolve("here"), folder);
    assertThat(Folders.files(folder)).containsExactly(folder.resolve("again"), file);

    Path loop = Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));
    assertThatThrownBy(() -> Folders.files(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(loop + ": cannot be read: ")
        .hasMessageNotContaining("\n");
    Files.delete(loop);
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("missing"));
    assertFails(
        () -> Folders.files(folder),
        dangling + ": is a link to a file that is missing; restore that file, or remove the link");
  }

  /** An administrator may read everything. */
  @Test
  void aLinkIntoAFolderThatMayNotBeReadIsNamed() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Path file = Files.writeString(closed.resolve("file"), "");
    Path open = Files.createDirectory(folder.resolve("open"));
    Path link = Files.createSymbolicLink(open.resolve("link"), file);
    Files.setPosixFilePermissions(closed, Set.of());
    try {
      assumeFalse(Files.isReadable(file), "skipped: this user may read everything");
      assertFails(
          () -> Folders.files(open), link + ": cannot be accessed; grant access to its folder");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static void assertFails(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(FalconException.class).hasMessage(message);
  }
}
