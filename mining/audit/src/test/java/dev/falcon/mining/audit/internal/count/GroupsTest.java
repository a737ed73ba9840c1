// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.mining.audit.internal.draw.Items;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupsTest {
  @Test
  void captionsAndMatchesGoInStretches() {
    List<String> captions = List.of("a", "a b c d", "a b c d e", " a  b ", "a ".repeat(17), "a b");
    int[] matches = {0, 1, 2, 3, 63, 64};
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < captions.size(); i++) {
      samples.add(Sample.of("s" + i, new byte[1], List.of(captions.get(i))));
    }
    Items items =
        Items.read(new MemorySource("words", samples), false, new ArrayList<>(), Progress.NONE);
    Groups groups = new Groups(items, matches);

    List<String> words = new ArrayList<>();
    List<String> counts = new ArrayList<>();
    for (int i = 0; i < captions.size(); i++) {
      words.add(Groups.wordsName(groups.words(i)));
      counts.add(Groups.matchesName(groups.matches(i)));
    }
    assertThat(words).containsExactly("1-4", "1-4", "5-8", "1-4", "17+", "1-4");
    assertThat(counts).containsExactly("0", "1", "2-3", "2-3", "16-63", "64+");
  }
}
