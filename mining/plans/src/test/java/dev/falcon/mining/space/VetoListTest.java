// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.constraint.SampleFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VetoListTest {
  private static final List<String> KEYS = List.of("a", "b", "c#0", "c#1", "d", "d");

  @TempDir Path folder;

  private Conflicts conflicts(String lines) throws IOException {
    Path file = Files.writeString(folder.resolve("list.jsonl"), lines);
    return VetoList.read(file, new Facts()).within(new long[] {0, 1, 2, 3, 4, 5});
  }

  private static String truth(String image, String text, boolean match) {
    return "{\"image_key\": \"%s\", \"text_key\": \"%s\", \"match\": %s}\n"
        .formatted(image, text, match);
  }

  @Test
  void keepsApartWhatIsListed() throws IOException {
    Conflicts conflicts =
        conflicts("{\"key_a\": \"a\", \"key_b\": \"d\"}\n{\"key_a\": \"a\", \"key_b\": \"x\"}\n");
    assertThat(conflicts.with(0)).containsExactly(4, 5);
    assertThat(conflicts.with(4)).containsExactly(0);
    assertThat(conflicts.with(5)).containsExactly(0);
    assertThat(conflicts.with(1)).isEmpty();
  }

  @Test
  void findsTheSamePairsByHashAndByKey() throws IOException {
    Path file =
        Files.writeString(folder.resolve("list.csv"), "key_a,key_b\na,d\nd,d\nc#0,b\nx,a\nb,c#0\n");
    List<Long> rows = List.of(0L, 1L, 2L, 3L, 4L, 5L);

    ListedPairs found = ListedPairs.byKey(file, new Facts(), rows);

    assertThat(found.listed()).isEqualTo(5);
    assertThat(found.pairs())
        .containsExactly(
            pair(0, 4),
            pair(0, 5),
            pair(1, 2),
            pair(2, 1),
            pair(4, 0),
            pair(4, 5),
            pair(5, 0),
            pair(5, 4))
        .isEqualTo(
            ListedPairs.byHash(file, KeyHashes.of(file), new Facts(), rows).orElseThrow().pairs());
  }

  private static long pair(long row, long other) {
    return row << 32 | other;
  }

  /** An image of several captions is all their rows; own pairs and false ones are none. */
  @Test
  void keepsApartWhatMatches() throws IOException {
    Conflicts conflicts =
        conflicts(
            truth("a", "a", true)
                + truth("a", "b", false)
                + truth("c", "b", true)
                + truth("d", "c#1", true)
                + truth("x", "a", true));
    assertThat(conflicts.with(0)).isEmpty();
    assertThat(conflicts.with(1)).containsExactly(2, 3);
    assertThat(conflicts.with(3)).containsExactly(1, 4, 5);
  }

  @Test
  void refusesAListOfOthers() {
    assertThatThrownBy(() -> conflicts(truth("x", "y", true)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("list.jsonl: no true pair joins two samples of facts, whose keys");
  }

  private static final class Facts implements SampleFacts {
    @Override
    public String name() {
      return "facts";
    }

    @Override
    public long rows() {
      return KEYS.size();
    }

    @Override
    public String key(long row) {
      return KEYS.get((int) row);
    }
  }
}
