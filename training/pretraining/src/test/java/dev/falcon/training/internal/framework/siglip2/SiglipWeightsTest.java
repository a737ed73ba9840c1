// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.siglip2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint with a {@code SiglipModel}'s names, written by the test. */
class SiglipWeightsTest {
  private static final EncoderShape TOWER = new EncoderShape(4, 2, 1, 8, 1e-6f);
  private static final int WORDS = 10;
  private static final String POSITIONS = "vision_model.embeddings.position_embedding.weight";
  private static final String TOKENS = "text_model.embeddings.token_embedding.weight";

  @TempDir private Path folder;
  private final SiglipFramework framework = framework(16);
  private Map<String, float[]> values;

  private static SiglipFramework framework(int side) {
    return framework(side, new Vocabulary(WORDS, 0, 2, 3), 0);
  }

  private static SiglipFramework framework(int side, Vocabulary vocabulary, int decoderWords) {
    return new SiglipFramework(
        new ModelConfig(
            "siglip2",
            side,
            8,
            TOWER,
            TOWER,
            1,
            NormPlacement.PRE,
            4,
            0,
            6,
            new TemperatureConfig(0.1f, 0.005f, 1),
            Initialisation.FAN_IN,
            0,
            decoderWords),
        vocabulary,
        1);
  }

  @BeforeEach
  void fill() {
    values = new TreeMap<>();
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      float[] numbers = new float[entry.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = entry.name().hashCode() % 1000 + i / 1024f;
      }
      values.put(entry.name(), numbers);
    }
  }

  private Path write(Predicate<String> wanted) {
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      if (!entry.name().startsWith("decoder.") && wanted.test(entry.name())) {
        writer.tensor(entry.name(), values.get(entry.name()), entry.shape());
      }
    }
    Path file = folder.resolve("model.safetensors");
    writer.write(file);
    return file;
  }

  @Test
  void bothTowersAreTakenByName() {
    Path file = write(name -> true);
    Map<String, float[]> image = framework.imageWeights(file);
    assertThat(image).isNotEmpty();
    assertThat(image.keySet()).allMatch(name -> name.startsWith("vision_model."));
    Map<String, float[]> text = framework.textWeights(file);
    assertThat(text).containsKeys("logit_scale", "logit_bias", "text_model.head.weight");
    text.putAll(image);
    text.remove("decoder.token_embedding.weight");
    assertThat(text.keySet())
        .isEqualTo(
            values.keySet().stream()
                .filter(name -> !name.startsWith("decoder."))
                .collect(Collectors.toSet()));
    text.forEach((name, numbers) -> assertThat(numbers).as(name).isEqualTo(values.get(name)));
  }

  @Test
  void theDecodersWordsAreTheTowersAndTheirMean() {
    float[] words = values.get(TOKENS);
    float[] decoder =
        framework.textWeights(write(name -> true)).get("decoder.token_embedding.weight");
    assertThat(decoder).hasSize((WORDS + 1) * 4).startsWith(words);
    for (int column = 0; column < 4; column++) {
      double sum = 0;
      for (int word = 0; word < WORDS; word++) {
        sum += words[word * 4 + column];
      }
      assertThat((double) decoder[WORDS * 4 + column]).isCloseTo(sum / WORDS, within(1e-4));
    }
  }

  @Test
  void aDecoderOfFewWordsHasThoseOfTheCaptions() {
    int[] counts = {90, 7, 0, 0, 3, 7, 1, 0, 0, 2};
    SiglipFramework few = framework(16, new Vocabulary(WORDS, 0, 2, 3).counted(counts), 3);
    float[] words = values.get(TOKENS);
    float[] mean =
        Arrays.copyOfRange(
            framework.textWeights(write(name -> true)).get("decoder.token_embedding.weight"),
            WORDS * 4,
            WORDS * 4 + 4);
    float[] decoder = few.textWeights(write(name -> true)).get("decoder.token_embedding.weight");
    // Padding, the three that are most frequent (the lower of equal ones first), all others, mask.
    int[] rows = {0, 1, 5, 4, -1, -1};
    assertThat(decoder).hasSize(rows.length * 4);
    for (int row = 0; row < rows.length; row++) {
      float[] right =
          rows[row] < 0 ? mean : Arrays.copyOfRange(words, rows[row] * 4, rows[row] * 4 + 4);
      assertThat(Arrays.copyOfRange(decoder, row * 4, row * 4 + 4)).isEqualTo(right);
    }
    Corruption predicted = few.corrupt(new long[][] {{1, 9, 4, 0}}, RandomStream.of(1, "mask"));
    assertThat(predicted.targets()).containsExactly(1, 4, 3);
  }

  @Test
  void positionsAreInterpolatedAndMustBeASquare() {
    float[] grid = values.get(POSITIONS);
    for (int i = 0; i < grid.length; i++) {
      grid[i] = i % 4;
    }
    float[] resized = framework(24).imageWeights(write(name -> true)).get(POSITIONS);
    assertThat(resized).hasSize(9 * 4);
    for (int i = 0; i < resized.length; i++) {
      assertThat(resized[i]).isCloseTo(i % 4, within(1e-5f));
    }
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      boolean positions = entry.name().equals(POSITIONS);
      float[] numbers = values.get(entry.name());
      writer.tensor(
          entry.name(),
          positions ? Arrays.copyOf(numbers, 3 * 4) : numbers,
          positions ? new long[] {3, 4} : entry.shape());
    }
    Path file = folder.resolve("three.safetensors");
    writer.write(file);
    assertThatThrownBy(() -> framework.imageWeights(file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(POSITIONS + " has the shape [3, 4]")
        .hasMessageContaining("[a square, 4]");
  }

  @Test
  void namesMissingWeights() {
    Path file = write(name -> !name.startsWith("logit_"));
    assertThatThrownBy(() -> framework.textWeights(file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("lacks 2 tensors of a SiglipModel of this configuration: ")
        .hasMessageContaining("logit_scale")
        .hasMessageContaining("logit_bias");
  }
}
