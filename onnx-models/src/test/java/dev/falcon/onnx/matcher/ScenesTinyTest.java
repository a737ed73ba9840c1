// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The model folder that Falcon ships, on scenes that it was not trained on. */
class ScenesTinyTest {
  private static final int IMAGES = 1000;

  private final ModelFolder model = ModelFolder.open(Path.of("scenes-tiny"));
  private final Scenes world = new Scenes(ScenesConfig.standard());

  @Test
  void opensWithAllItsPartsAndNoFlag() {
    Sessions sessions = Sessions.onCpu();
    try (DualEncoder encoder = model.openDualEncoder(sessions);
        MatchScorer matcher = model.openMatchScorer(sessions);
        SchedulerModel scheduler = model.openScheduler(sessions)) {
      assertThat(encoder.dimension()).isEqualTo(64);
      assertThat(matcher.kind()).isEqualTo(MatchScorer.Kind.MATCH_PROBABILITY);
      assertThat(scheduler.featureCount()).isEqualTo(100);
    }
  }

  /** Each image with its own caption, and with the next image's caption that is false of it. */
  @Test
  void separatesTrueCaptionsFromFalseOnes() {
    List<Caption> captions =
        IntStream.range(0, IMAGES).mapToObj(i -> world.captions(Split.TEST, i).get(0)).toList();
    int[] own = IntStream.range(0, IMAGES).toArray();
    int[] others = IntStream.range(0, IMAGES).map(image -> firstFalse(captions, image)).toArray();
    try (MatchScorer matcher = model.openMatchScorer(Sessions.onCpu())) {
      List<EncodedCaption> texts =
          matcher.encodeCaptions(captions.stream().map(Caption::text).toList());
      List<EncodedImage> images = images(matcher);
      float[] right = matcher.score(images, own, texts, own);
      float[] wrong = matcher.score(images, own, texts, others);
      int correct = 0;
      for (int i = 0; i < IMAGES; i++) {
        correct += (right[i] > 0.5 ? 1 : 0) + (wrong[i] <= 0.5 ? 1 : 0);
      }
      assertThat(correct / (2.0 * IMAGES)).as("chance is 0.5").isBetween(0.91, 0.93);
    }
  }

  private int firstFalse(List<Caption> captions, int image) {
    int other = (image + 1) % IMAGES;
    while (captions.get(other).matches(world.scene(Split.TEST, image))) {
      other = (other + 1) % IMAGES;
    }
    return other;
  }

  private List<EncodedImage> images(MatchScorer matcher) {
    Preprocessor preprocessor = new Preprocessor(matcher.transform());
    int length = matcher.transform().outputLength();
    List<EncodedImage> images = new ArrayList<>();
    int rows = 100;
    FloatBuffer batch = matcher.newBatch(rows);
    for (int start = 0; start < IMAGES; start += rows) {
      for (int row = 0; row < rows; row++) {
        preprocessor.apply(world.png(Split.TEST, start + row), batch, row * length);
      }
      images.addAll(matcher.encodeImages(batch, rows));
    }
    return images;
  }
}
