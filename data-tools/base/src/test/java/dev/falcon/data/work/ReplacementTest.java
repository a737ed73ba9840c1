// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacementTest {
  private static final OutputKind KIND =
      OutputKind.of("an output", folder -> Files.exists(folder.resolve("mark")));
  private static final Replacement REPLACEMENT =
      new Replacement(
          KIND,
          "mark",
          folder -> {
            Folders.remove(folder.resolve("a/part"));
            Folders.remove(folder.resolve("old"));
            Folders.remove(folder.resolve("mark"));
          });

  @TempDir private Path folder;

  @BeforeEach
  void layOut() throws IOException {
    for (String name : new String[] {"a/part", "old", "mark", "a/notes.txt"}) {
      Files.createDirectories(folder.resolve(name).getParent());
      Files.writeString(folder.resolve(name), "earlier");
    }
  }

  private static Path made(Path place) {
    Path part = place.resolve("a/part");
    AtomicFile.write(part, "new");
    AtomicFile.write(place.resolve("mark"), "new");
    return place;
  }

  private void requireNew() {
    assertThat(folder.resolve("a/part")).hasContent("new");
    assertThat(folder.resolve("mark")).hasContent("new");
    assertThat(folder.resolve("old")).doesNotExist();
    assertThat(folder.resolve("a/notes.txt")).hasContent("earlier");
    assertThat(folder.resolve(Replacement.FOLDER)).doesNotExist();
  }

  private void requireEarlier() {
    for (String name : new String[] {"a/part", "old", "mark", "a/notes.txt"}) {
      assertThat(folder.resolve(name)).hasContent("earlier");
    }
  }

  @Test
  void theNewOutputTakesThePlaceOfTheEarlierOne() {
    Path place = REPLACEMENT.of(folder, true, ReplacementTest::made);

    assertThat(place).isEqualTo(folder.resolve(Replacement.FOLDER));
    requireNew();
  }

  @Test
  void withoutAnEarlierOutputItIsMadeInThePlaceItself() {
    Folders.remove(folder.resolve("mark"));
    for (boolean overwrite : new boolean[] {true, false}) {
      Path place = REPLACEMENT.of(folder, overwrite, given -> given);
      assertThat(place).isEqualTo(folder);
    }
  }

  @Test
  void workThatFailsLeavesTheEarlierOutputAndItsOwnRemains() {
    assertThatThrownBy(
            () ->
                REPLACEMENT.of(
                    folder,
                    true,
                    place -> {
                      AtomicFile.write(place.resolve("a/part"), "new");
                      throw new FalconException("it fails");
                    }))
        .hasMessage("it fails");
    requireEarlier();
    assertThat(folder.resolve(".new/a/part")).exists();
    Path stopped = folder.resolve(Replacement.FOLDER);
    Folders.delete(stopped);
    REPLACEMENT.of(folder, true, Folders::make); // stopped before anything was written
    requireEarlier();
    assertThat(stopped).doesNotExist();
  }

  /** The process ends after any step of moving. */
  @Test
  void aRunThatWasStoppedWhileItMovedIsCompletedByTheNext() throws IOException {
    Path made = made(folder.resolve(Replacement.FOLDER));
    Files.writeString(made.resolve(".complete"), "");
    assertThatThrownBy(() -> REPLACEMENT.place(folder, true))
        .hasMessageEndingWith("a merge was stopped while it moved it; merge " + folder);
    Folders.remove(folder.resolve("old"));
    Folders.remove(folder.resolve("mark"));
    assertThat(KIND.isIn(folder)).isTrue();
    REPLACEMENT.of(folder, false, place -> place);
    requireNew();

    made(made);
    Files.move(made.resolve("a/part"), folder.resolve("a/part").resolveSibling("other"));
    Files.writeString(made.resolve(".moving"), "");
    REPLACEMENT.of(folder, false, place -> place);
    assertThat(folder.resolve("a/other")).hasContent("new");
    requireNew();
  }

  @Test
  void aFolderOfOthersInThePlaceIsRefused() throws IOException {
    Path made = Files.createDirectories(folder.resolve(Replacement.FOLDER));
    Files.writeString(made.resolve("thesis.txt"), "work");
    assertThatThrownBy(() -> REPLACEMENT.of(folder, true, ReplacementTest::made))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(made + ": is in the place of the new output");
    assertThat(made.resolve("thesis.txt")).hasContent("work");
    requireEarlier();
  }
}
