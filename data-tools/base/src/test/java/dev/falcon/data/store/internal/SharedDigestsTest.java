// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedDigestsTest {
  private static final List<String> NAMES = List.of("img_emb/a.npy", "text_emb/a.npy");
  private static final String TOLD = "told by another task";

  @TempDir private Path folder;
  private List<Path> files;

  @BeforeEach
  void writeFiles() throws IOException {
    Path large = Files.write(folder.resolve("large"), new byte[400_000]);
    files = List.of(large, Files.write(folder.resolve("small"), new byte[] {1, 2, 3}));
  }

  private List<Provenance.Input> digests(int index, int count) {
    return new SharedDigests(folder.resolve("left"), new Shard(index, count), false)
        .of(NAMES, files);
  }

  private List<Provenance.Input> whole() {
    return List.of(
        Provenance.Input.of(NAMES.get(0), files.get(0)),
        Provenance.Input.of(NAMES.get(1), files.get(1)));
  }

  /** Has an earlier task tell what no file's digest is, so that it shows who believes it. */
  private void recordDigests() throws IOException {
    digests(0, 1);
    try (Stream<Path> left = Files.list(folder.resolve("left"))) {
      for (Path each : left.toList()) {
        SharedDigests.Seen seen = Json.read(each, SharedDigests.Seen.class);
        Json.write(each, new SharedDigests.Seen(seen.look(), TOLD));
      }
    }
  }

  private List<String> believed() {
    return digests(1, 2).stream().map(Provenance.Input::sha256).toList();
  }

  @Test
  void theyAreThoseOfTheWholeFilesInTheirOrderForEveryTask() {
    for (int task = 0; task < 3; task++) {
      assertThat(digests(task, 3)).isEqualTo(whole());
    }
  }

  @Test
  void aFileThatIsGoneIsNamed() throws IOException {
    Path gone = files.get(1);
    Files.delete(gone);
    assertThatThrownBy(() -> digests(0, 1))
        .isInstanceOf(FalconException.class)
        .hasMessage(gone + ": cannot be read: " + gone);
  }

  @Test
  void aFileThatAnotherTaskHasReadIsNotReadAgain() throws IOException {
    recordDigests();
    assertThat(believed()).containsExactly(TOLD, TOLD);
  }

  @Test
  void aFileOfAnotherLengthTimeOrEndIsReadAgain() throws IOException {
    recordDigests();
    Path small = files.get(1);
    FileTime time = Files.getLastModifiedTime(small);
    Files.write(small, new byte[] {1, 2, 4});
    Files.setLastModifiedTime(small, time);
    assertThat(believed()).containsExactly(TOLD, whole().get(1).sha256());
    recordDigests();
    Files.setLastModifiedTime(files.get(0), FileTime.fromMillis(time.toMillis() + 1000));
    assertThat(believed()).containsExactly(whole().get(0).sha256(), TOLD);
    recordDigests();
    Files.write(small, new byte[] {1, 2, 4, 5});
    Files.setLastModifiedTime(small, time);
    assertThat(believed()).containsExactly(TOLD, whole().get(1).sha256());
  }
}
