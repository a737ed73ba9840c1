package dev.falcon.training.internal.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import org.junit.jupiter.api.Test;

class NegativesTest {
  /** Image by caption; own pairs on the diagonal are the most similar. */
  private static final float[] SIMILARITIES = {
    0.9f, 0.5f, 0.1f,
    0.2f, 0.9f, 0.7f,
    0.4f, 0.3f, 0.9f
  };

  @Test
  void theHardestIsTheMostSimilarOther() {
    Negatives negatives = Negatives.hardest(SIMILARITIES, 3);
    assertThat(negatives.texts()).containsExactly(1, 2, 0);
    assertThat(negatives.images()).containsExactly(2, 0, 1);
  }

  @Test
  void tiesGoToTheLowerRow() {
    Negatives negatives = Negatives.hardest(new float[16], 4);
    assertThat(negatives.texts()).containsExactly(1, 0, 0, 0);
    assertThat(negatives.images()).containsExactly(1, 0, 0, 0);
  }

  @Test
  void drawnNegativesFollowTheSoftmaxAndNeverThePairItself() {
    double temperature = 0.2;
    double expected =
        Math.exp(0.5 / temperature) / (Math.exp(0.5 / temperature) + Math.exp(0.1 / temperature));
    RandomStream random = RandomStream.of(4, "draws");
    int draws = 20_000;
    int hits = 0;
    for (int i = 0; i < draws; i++) {
      Negatives negatives = Negatives.drawn(SIMILARITIES, 3, temperature, random);
      assertThat(negatives.texts()[0]).isNotZero();
      assertThat(negatives.images()[2]).isNotEqualTo(2);
      hits += negatives.texts()[0] == 1 ? 1 : 0;
    }
    assertThat(hits / (double) draws).isCloseTo(expected, within(0.01));
  }
}
