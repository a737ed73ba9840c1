package dev.falcon.training.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.training.RetrievalResult;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.ScenesPairs;
import dev.falcon.training.internal.input.ScenesVocabulary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against a second implementation that sorts everything. */
class CosinesTest {
  private static final int IMAGES = 20;
  private static final int CAPTIONS = 3 * IMAGES;

  private final ScenesPairs pairs =
      ScenesPairs.generate(
          new Scenes(ScenesConfig.hard().withCaptionsPerImage(3)),
          Split.TEST,
          IMAGES,
          PixelFormat.of(32, ConfigReader.read("scenes-tiny", null, List.of()).data()),
          ScenesVocabulary.BERT,
          Progress.NONE);

  private static Cosines random() {
    RandomStream random = RandomStream.of(6, "similarities");
    float[] values = new float[IMAGES * CAPTIONS];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (2 * random.nextDouble() - 1);
      if (i % CAPTIONS / 3 == i / CAPTIONS) {
        values[i] += 0.8f;
      }
    }
    return new Cosines(values, IMAGES, CAPTIONS);
  }

  @Test
  void recallAndPrecisionAreThoseOfAFullSort() {
    Cosines cosines = random();
    int[] imageRows = IntStream.range(0, IMAGES).map(image -> 3 * image).toArray();
    RetrievalResult result = cosines.result(pairs, pairs, imageRows, null);
    double textHits = 0;
    double imageHits = 0;
    double trueImages = 0;
    double precision = 0;
    for (int i = 0; i < IMAGES; i++) {
      int image = i;
      List<Integer> order = new ArrayList<>(IntStream.range(0, CAPTIONS).boxed().toList());
      order.sort(Comparator.comparing(caption -> -cosines.of(image, caption)));
      textHits += order.subList(0, 5).stream().anyMatch(caption -> caption / 3 == image) ? 1 : 0;
    }
    for (int c = 0; c < CAPTIONS; c++) {
      int caption = c;
      List<Integer> order = new ArrayList<>(IntStream.range(0, IMAGES).boxed().toList());
      order.sort(Comparator.comparing(image -> -cosines.of(image, caption)));
      imageHits += order.indexOf(caption / 3) < 5 ? 1 : 0;
      trueImages += pairs.matches(caption, 3 * order.get(0)) ? 1 : 0;
      double found = 0;
      double sum = 0;
      for (int rank = 0; rank < IMAGES; rank++) {
        if (pairs.matches(caption, 3 * order.get(rank))) {
          found++;
          sum += found / (rank + 1);
        }
      }
      precision += sum / found / CAPTIONS;
    }
    assertThat(result.txtR5()).isCloseTo(100 * textHits / IMAGES, within(1e-9));
    assertThat(result.imgR5()).isCloseTo(100 * imageHits / CAPTIONS, within(1e-9));
    assertThat(result.txtR5()).isStrictlyBetween(20.0, 100.0);
    assertThat(result.truth().imgR1()).isCloseTo(100 * trueImages / CAPTIONS, within(1e-9));
    assertThat(result.truth().imgMeanAveragePrecision()).isCloseTo(100 * precision, within(1e-9));
  }

  @Test
  void tiesGoToTheLowerNumber() {
    Cosines ties = new Cosines(new float[] {0.5f, -0.5f, 0.5f, -1}, 1, 4);
    assertThat(ties.bestCaptions(0, 4)).containsExactly(0, 2, 1, 3);
  }

  @Test
  void rerankingOrdersTheFirstCandidatesByTheMatchingScore() {
    Cosines cosines = random();
    int[] imageRows = IntStream.range(0, IMAGES).map(image -> 3 * image).toArray();
    PairScorer knowing =
        (images, captions) -> {
          float[] scores = new float[images.length];
          for (int i = 0; i < scores.length; i++) {
            scores[i] = captions[i] / 3 == images[i] ? 1 : 0;
          }
          return scores;
        };
    RetrievalResult.Reranked all =
        new Reranking(pairs, pairs, imageRows, cosines, knowing)
            .measure(new Retrieval.Depth(5, 0, 0));
    // A scorer that knows brings what is among the first five to the front.
    RetrievalResult before = cosines.result(pairs, null, imageRows, null);
    assertThat(all.txtR1()).isCloseTo(before.txtR5(), within(1e-9));
    assertThat(all.imgR1()).isCloseTo(before.imgR5(), within(1e-9));
    assertThat(all.images()).isEqualTo(IMAGES);
  }
}
