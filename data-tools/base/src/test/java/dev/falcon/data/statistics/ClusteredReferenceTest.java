// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Against {@code src/test/python/clustered_reference.py}, which sums over all couples of members
 * that share a cluster, finds the likeliest shares by a general optimiser, and was written from the
 * formulas alone.
 */
class ClusteredReferenceTest {
  private long state = 12_345;

  private int draw(int bound) {
    state = (state * 1_103_515_245L + 12_345) % (1L << 31);
    return (int) (state / 65_536 % bound);
  }

  @ParameterizedTest
  @CsvSource({
    // members, images, captions, rate, weights; share, low, high, count
    "40, 9, 5, 30, 1, 0.2500000000, 0.133488, 0.419029, 32.732065",
    "40, 9, 5, 2, 1, 0.0250000000, 0.001498, 0.304681, 10.403973",
    "120, 30, 30, 3, 1/6/20, 0.0861742424, 0.037596, 0.191199, 54.383983",
    "60, 12, 8, 50, 3/1/10, 0.5148514851, 0.320428, 0.702445, 21.120913",
    "25, 6, 4, -40, 1/4, 0.0000000000, 0.000000, 0.250579, 12.337349",
  })
  void isTheReference(
      int members,
      int images,
      int captions,
      int percent,
      String weights,
      double share,
      double low,
      double high,
      double count) {
    double[] ofStrata = Arrays.stream(weights.split("/")).mapToDouble(Double::valueOf).toArray();
    int[] strata = new int[members];
    int[] image = new int[members];
    int[] caption = new int[members];
    long[] couple = new long[members];
    int[] answers = new int[members];
    for (int i = 0; i < members; i++) {
      image[i] = draw(images);
      int other = draw(images);
      caption[i] = other % captions;
      couple[i] = ClusteredSample.couple(image[i], other);
      strata[i] = draw(ofStrata.length);
      answers[i] = draw(100) < percent + (image[i] % 3 == 0 ? 20 : 0) ? 1 : 0;
    }

    Rate rate =
        new ClusteredSample(strata, ofStrata, image, caption, ClusteredSample.numbered(couple))
            .rate(IntStream.range(0, members).toArray(), i -> answers[i]);

    assertThat(rate.share()).isCloseTo(share, within(1e-9));
    assertThat(rate.interval().low()).isCloseTo(low, within(2e-6));
    assertThat(rate.interval().high()).isCloseTo(high, within(2e-6));
    assertThat(rate.effective()).isCloseTo(count, within(2e-6));
  }
}
