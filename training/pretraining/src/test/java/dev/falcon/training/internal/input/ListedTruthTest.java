// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.training.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListedTruthTest {
  private static final int IMAGES = 40;

  @TempDir private Path folder;

  private final ScenesPairs pairs =
      ScenesPairs.generate(
          new Scenes(ScenesConfig.preset("hard").withImageSize(32).withCaptionsPerImage(3)),
          Split.TEST,
          IMAGES,
          PixelFormat.of(32, ConfigReader.read("scenes-tiny", null, List.of()).data()),
          ScenesVocabulary.BERT,
          Progress.NONE);

  /** What Scenes knows, as a list; own pairs may be left out. */
  private List<String> lines(boolean own) {
    List<String> lines = new ArrayList<>();
    for (int caption = 0; caption < pairs.rows(); caption++) {
      for (int image = 0; image < pairs.rows(); image += 3) {
        boolean match = pairs.matches(caption, image);
        if ((match || caption % 2 == 0) && (own || pairs.image(caption) != pairs.image(image))) {
          lines.add(
              "{\"image_key\": \"%s\", \"text_key\": \"%s\", \"match\": %s}"
                  .formatted(Scenes.key(Split.TEST, image / 3), pairs.key(caption), match));
        }
      }
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void knowsWhatTheListSaysInWhateverOrder(boolean ordered) throws IOException {
    List<String> lines = lines(ordered);
    if (!ordered) {
      Collections.shuffle(lines, new Random(7));
    }
    Path file = Files.write(folder.resolve("pairs.jsonl"), lines);
    for (String named : List.of(file.toString(), folder.toString())) {
      Truth truth = ListedTruth.read(named, pairs).orElseThrow();
      for (int caption = 0; caption < pairs.rows(); caption++) {
        for (int image = 0; image < pairs.rows(); image++) {
          assertThat(truth.matches(caption, image)).isEqualTo(pairs.matches(caption, image));
        }
      }
    }
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertThat(ListedTruth.read("", pairs)).isEmpty();
    assertThatThrownBy(() -> ListedTruth.read(folder.resolve("no").toString(), pairs))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("there is no such list of true pairs");
    assertThatThrownBy(() -> ListedTruth.read(folder.toString(), pairs))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("holds no list of true pairs");
    Path file =
        Files.writeString(
            folder.resolve("pairs.jsonl"),
            "{\"image_key\": \"x\", \"text_key\": \"y\", \"match\": true}\n");
    assertThatThrownBy(() -> ListedTruth.read(file.toString(), pairs))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("no true pair joins two of the samples")
        .hasMessageContaining(pairs.key(0));
  }

  /** Sample {@code a#0} of one caption, and the first caption of sample {@code a}. */
  @Test
  void twoCaptionsOfOneKeyAreRefused() throws IOException {
    PairData twice =
        new PairData() {
          @Override
          public int rows() {
            return 2;
          }

          @Override
          public String key(int row) {
            return "a#0";
          }

          @Override
          public int image(int row) {
            return row;
          }

          @Override
          public int images() {
            return 2;
          }

          @Override
          public String caption(int row) {
            return pairs.caption(row);
          }

          @Override
          public int[] tokens(int row) {
            return pairs.tokens(row);
          }

          @Override
          public PixelFormat format() {
            return pairs.format();
          }

          @Override
          public byte[] picture(int row, RandomStream augment) {
            return pairs.picture(row, augment);
          }
        };
    Path file = Files.writeString(folder.resolve("pairs.csv"), "image_key,text_key,match\n");
    assertThatThrownBy(() -> ListedTruth.read(file.toString(), twice))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("cannot say which caption is meant by 'a#0'");
  }
}
