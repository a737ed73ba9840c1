// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.input.Vocabulary;
import org.junit.jupiter.api.Test;

class MaskedTokensTest {
  private static final Vocabulary WORDS = new Vocabulary(1000, 0, 1, 2);

  @Test
  void hidesHalfOfTheWordsByBertsRecipe() {
    int rows = 20_000;
    long[][] captions = new long[rows][];
    for (int row = 0; row < rows; row++) {
      captions[row] = new long[] {1, 5, 6, 7, 0};
    }
    Corruption hidden = MaskedTokens.draw(captions, WORDS, 0.5, RandomStream.of(1, "m"));
    int masks = 0;
    int kept = 0;
    for (int i = 0; i < hidden.positions().length; i++) {
      int position = hidden.positions()[i];
      assertThat(position % 5).isBetween(1, 3);
      assertThat(hidden.targets()[i]).isEqualTo(captions[position / 5][position % 5]);
      long shown = hidden.tokens()[position / 5][position % 5];
      masks += shown == 2 ? 1 : 0;
      kept += shown == hidden.targets()[i] ? 1 : 0;
    }
    double all = hidden.positions().length;
    assertThat(all / (3 * rows)).isCloseTo(0.5, within(0.01));
    assertThat(masks / all).isCloseTo(0.8, within(0.01));
    assertThat(kept / all).isCloseTo(0.1, within(0.01));
  }

  @Test
  void visibleTokensStayAsTheyWere() {
    long[][] captions = {{1, 5, 6, 7, 0}};
    Corruption none = MaskedTokens.draw(captions, WORDS, 0, RandomStream.of(1, "m"));
    assertThat(none.positions()).isEmpty();
    assertThat(none.tokens()[0]).containsExactly(1, 5, 6, 7, 0);
  }
}
