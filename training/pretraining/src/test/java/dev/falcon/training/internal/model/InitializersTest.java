// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.onnx.network.block.TextTransformer;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InitializersTest {
  private static final String POSITIONS = "text_model.embeddings.position_embeddings.weight";

  private static double deviation(String initialisation, String name) {
    TrainConfig config =
        ConfigReader.read("scenes-tiny", null, List.of("model.initialisation=" + initialisation));
    Map<String, float[]> values = new Albef(config.model(), 40).layout().initialise(1);
    double squares = 0;
    for (float value : values.get(name)) {
      squares += (double) value * value;
    }
    return Math.sqrt(squares / values.get(name).length);
  }

  @Test
  void wordsBeginWiderThanPositionsOnlyInNarrowNetworks() {
    assertThat(deviation("fan_in", TextTransformer.WORDS)).isCloseTo(0.05, within(0.003));
    assertThat(deviation("fan_in", POSITIONS)).isCloseTo(0.02, within(0.0015));
    assertThat(deviation("normal", TextTransformer.WORDS)).isCloseTo(0.02, within(0.0015));
  }
}
