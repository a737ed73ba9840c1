// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.eval.metric.Recall;
import dev.falcon.eval.metric.Relevance;
import dev.falcon.eval.metric.Scores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against a second implementation that sorts everything. */
class MatrixRetrievalTest {
  private static final int IMAGES = 20;
  private static final int CAPTIONS = 3 * IMAGES;
  private static final Relevance TRUTH = (image, caption) -> (caption / 3 + image) % 7 == 0;

  private final Similarities similarities = random();
  private final MatrixRetrieval retrieval =
      new MatrixRetrieval(similarities, owners(), Optional.of(TRUTH));

  private static int[] owners() {
    return IntStream.range(0, CAPTIONS).map(caption -> caption / 3).toArray();
  }

  private static Similarities random() {
    RandomStream random = RandomStream.of(6, "similarities");
    float[] values = new float[IMAGES * CAPTIONS];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (2 * random.nextDouble() - 1);
      if (i % CAPTIONS / 3 == i / CAPTIONS) {
        values[i] += 0.8f;
      }
    }
    return new Similarities(values, IMAGES, CAPTIONS);
  }

  private List<Integer> captionsOf(int image) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, CAPTIONS).boxed().toList());
    order.sort(Comparator.comparing(caption -> -similarities.of(image, caption)));
    return order;
  }

  private List<Integer> imagesOf(int caption) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, IMAGES).boxed().toList());
    order.sort(Comparator.comparing(image -> -similarities.of(image, caption)));
    return order;
  }

  @Test
  void recallsAndPrecisionAreThoseOfAFullSort() {
    double textHits = 0;
    double trueTexts = 0;
    for (int i = 0; i < IMAGES; i++) {
      int image = i;
      List<Integer> order = captionsOf(image);
      textHits += order.subList(0, 5).stream().anyMatch(caption -> caption / 3 == image) ? 1 : 0;
      trueTexts += TRUTH.matches(image, order.get(0)) ? 1 : 0;
    }
    double imageHits = 0;
    double trueImages = 0;
    double precision = 0;
    for (int caption = 0; caption < CAPTIONS; caption++) {
      List<Integer> order = imagesOf(caption);
      imageHits += order.indexOf(caption / 3) < 5 ? 1 : 0;
      trueImages += TRUTH.matches(order.get(0), caption) ? 1 : 0;
      double found = 0;
      double sum = 0;
      for (int rank = 0; rank < IMAGES; rank++) {
        if (TRUTH.matches(order.get(rank), caption)) {
          found++;
          sum += found / (rank + 1);
        }
      }
      precision += sum / found;
    }
    Scores scores = retrieval.bySimilarity();
    assertThat(scores.get("txt_r5")).isEqualTo(100 * textHits / IMAGES).isBetween(20.0, 99.0);
    assertThat(scores.get("img_r5")).isEqualTo(100 * imageHits / CAPTIONS);
    assertThat(scores.get("truth.txt_r1")).isEqualTo(100 * trueTexts / IMAGES);
    assertThat(scores.get("truth.img_r1")).isEqualTo(100 * trueImages / CAPTIONS);
    assertThat(scores.get("truth.img_mean_average_precision"))
        .isCloseTo(100 * precision / CAPTIONS, within(1e-9));
    assertThat(scores.values().keySet())
        .startsWith("txt_r1", "txt_r5", "txt_r10", "img_r1", "img_r5", "img_r10", "truth.txt_r1");
  }

  @Test
  void aTieDoesNotCountAgainstTheQueryButOrdersByNumber() {
    Similarities ties = new Similarities(new float[] {0.5f, -0.5f, 0.5f, -1}, 1, 4);
    assertThat(ties.bestCaptions(0, 4)).containsExactly(0, 2, 1, 3);
    Similarities square = new Similarities(new float[] {0.5f, 0.5f, 0.5f, 0.5f}, 2, 2);
    MatrixRetrieval tied = new MatrixRetrieval(square, new int[] {0, 1}, Optional.empty());
    assertThat(tied.bySimilarity().get("img_r1")).isEqualTo(100);
    PairScorer undecided = (images, captions) -> new float[images.length];
    assertThat(tied.reranked(new RerankDepth(2, 0, 0), undecided).get("img_r1")).isEqualTo(50);
  }

  @Test
  void aScorerThatKnowsBringsWhatIsAmongTheFirstToTheFront() {
    PairScorer knowing =
        (images, captions) -> {
          float[] scores = new float[images.length];
          for (int i = 0; i < scores.length; i++) {
            scores[i] = captions[i] / 3 == images[i] ? 1 : 0;
          }
          return scores;
        };
    Scores all = retrieval.reranked(new RerankDepth(5, 0, 0), knowing);
    Scores before = retrieval.bySimilarity();
    assertThat(all.get("txt_r1")).isEqualTo(before.get("txt_r5"));
    assertThat(all.get("img_r1")).isEqualTo(before.get("img_r5"));
    assertThat(all.values()).containsEntry("images", (long) IMAGES);
    assertThat(all.values()).containsEntry("captions", (long) CAPTIONS);
  }

  @Test
  void rerankedQueriesAreSpreadAndTheRestCountsAsMissed() {
    PairScorer backwards =
        (images, captions) -> {
          float[] scores = new float[images.length];
          for (int i = 0; i < scores.length; i++) {
            scores[i] = -similarities.of(images[i], captions[i]);
          }
          return scores;
        };
    Scores some = retrieval.reranked(new RerankDepth(4, 5, 7), backwards);
    double texts = 0;
    double trueTexts = 0;
    for (int image = 0; image < IMAGES; image += 4) {
      int fourth = captionsOf(image).get(3);
      texts += fourth / 3 == image ? 20 : 0;
      trueTexts += TRUTH.matches(image, fourth) ? 20 : 0;
    }
    double images = 0;
    for (int i = 0; i < 7; i++) {
      int caption = i * CAPTIONS / 7;
      images += imagesOf(caption).subList(0, 4).contains(caption / 3) ? 1 : 0;
    }
    assertThat(some.get("txt_r1")).isEqualTo(texts);
    assertThat(some.get("truth_txt_r1")).isEqualTo(trueTexts);
    assertThat(some.get("img_r5")).isEqualTo(some.get("img_r10")).isEqualTo(100 * images / 7);
    assertThat(some.values()).containsEntry("images", 5L).containsEntry("captions", 7L);
  }

  @Test
  void keepsTheRanksForIntervals() {
    Recall recall = retrieval.imageRecall();
    assertThat(recall.queries()).isEqualTo(CAPTIONS);
    assertThat(recall.at(1)).isEqualTo(retrieval.bySimilarity().get("img_r1"));
    assertThat(recall.interval(1, owners(), 500, RandomStream.of(1, "r")).contains(recall.at(1)))
        .isTrue();
  }

  @Test
  void aTableDecidesAsItsRule() {
    Relevance table = Relevance.table(TRUTH, IMAGES, CAPTIONS);
    for (int i = 0; i < IMAGES * CAPTIONS; i++) {
      assertThat(table.matches(i / CAPTIONS, i % CAPTIONS))
          .isEqualTo(TRUTH.matches(i / CAPTIONS, i % CAPTIONS));
    }
  }

  @Test
  void refusesAMatrixOfAnotherSize() {
    assertThatThrownBy(() -> new Similarities(new float[5], 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 similarities of 2 images and 3 captions");
    assertThatThrownBy(() -> new MatrixRetrieval(similarities, new int[3], Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
