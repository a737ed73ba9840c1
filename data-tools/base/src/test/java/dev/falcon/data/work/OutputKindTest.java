// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputKindTest {
  private static final OutputKind KIND =
      OutputKind.of(
          "a thing",
          OutputKind.json("thing.json", "/made/by", "falcon"),
          OutputKind.empty("thing.unfinished"));

  @TempDir private Path folder;

  private void assertRefused(String message, Path... inputs) {
    assertThatThrownBy(() -> KIND.require(folder, List.of(inputs)))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith(folder.toString())
        .hasMessageContaining(message);
  }

  private void assertTaken() {
    assertThatCode(() -> KIND.require(folder, List.of())).doesNotThrowAnyException();
  }

  @Test
  void aFolderThatIsAbsentOrEmptyIsTaken() {
    assertTaken();
    KIND.require(folder.resolve("none"), List.of(folder.resolve("none/input")));
  }

  @Test
  void leftoversOfKilledRunsDoNotCount() throws IOException {
    Files.writeString(folder.resolve(".lock"), "4711");
    Files.writeString(folder.resolve("table.parquet.partial"), "half");
    assertTaken();
  }

  @Test
  void aLockOfTheUsersIsNone() throws IOException {
    Path lock = Files.writeString(folder.resolve(".lock"), "of the door");
    assertRefused("holds other files, such as .lock, and not a thing");
    assertThatThrownBy(() -> FolderLock.holding(folder, () -> 1))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("has the name of Falcon's lock file but is not one");
    assertThat(lock).hasContent("of the door");
  }

  @Test
  void aMarkedFolderIsTakenWithWhateverElseItHolds() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");
    assertRefused("such as notes.txt");
    Files.writeString(
        folder.resolve("thing.json"), "{\"a\": [1], \"made\": {\"by\": \"falcon 1\"}}");
    assertTaken();
    Files.delete(folder.resolve("thing.json"));
    Files.createFile(folder.resolve("thing.unfinished"));
    assertTaken();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "\"falcon\"",
        "{\"made\": {\"by\": 1}}",
        "{\"made\": {\"by\": \"me\"}}"
      })
  void aMarkIsToldByItsContent(String content) throws IOException {
    Files.writeString(folder.resolve("thing.json"), content);
    assertRefused("such as thing.json");
  }

  @Test
  void inputsAreNeverWritten() throws IOException {
    Files.createFile(folder.resolve("thing.unfinished"));
    Path inside = Files.createFile(folder.resolve("input"));
    Path link = folder.resolveSibling(folder.getFileName() + "-link");
    Files.createSymbolicLink(link, folder);
    try {
      assertRefused("is where " + folder, folder);
      assertRefused("is where " + inside, inside);
      assertRefused("is where " + link, link);
      assertThatThrownBy(() -> OutputFile.require(inside, true, List.of(link.resolve("input"))))
          .isInstanceOf(RequestException.class)
          .hasMessage(inside + ": is read; name another file");
      assertThatThrownBy(() -> OutputFile.require(inside, true, List.of(link)))
          .hasMessage(inside + ": lies in " + link + ", which is read; name another file");
    } finally {
      Files.delete(link);
    }
  }

  @Test
  void aFolderThatAFailedRunMadeIsRemovedWithThoseAboveIt() {
    Path deep = folder.resolve("a/b/c");
    assertThatThrownBy(
            () ->
                FolderLock.holding(
                    deep,
                    () -> {
                      throw new RequestException("no");
                    }))
        .hasMessage("no");
    assertThat(folder).isEmptyDirectory();
  }
}
