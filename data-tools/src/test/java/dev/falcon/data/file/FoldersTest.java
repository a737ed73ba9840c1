package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void whatCannotBeListedIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    Path missing = folder.resolve("missing");
    assertFails(() -> Folders.list(file), file + ": is no folder");
    assertFails(() -> Folders.list(missing), missing + ": cannot be listed: " + missing);
    assertFails(() -> Folders.files(missing), missing + ": cannot be listed: " + missing);
  }

  private static void assertFails(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(FalconException.class).hasMessage(message);
  }
}
