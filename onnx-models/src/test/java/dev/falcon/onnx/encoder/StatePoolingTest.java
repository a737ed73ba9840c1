// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.onnx.text.Pooling;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pooled states against the definitions, written out over lists. */
class StatePoolingTest {
  private static final int ROWS = 4;
  private static final int LENGTH = 6;
  private static final int WIDTH = 4;
  private static final int[] TOKENS = {6, 1, 4, 0};

  private final float[] states = states();

  private static float[] states() {
    Random random = new Random(36);
    float[] states = new float[ROWS * LENGTH * WIDTH];
    for (int i = 0; i < states.length; i++) {
      states[i] = (float) random.nextGaussian() - 2; // so that zeros would be the largest
    }
    return states;
  }

  private static TokenBatch batch() {
    int[] mask = new int[ROWS * LENGTH];
    for (int row = 0; row < ROWS; row++) {
      Arrays.fill(mask, row * LENGTH, row * LENGTH + TOKENS[row], 1);
    }
    return new TokenBatch(ROWS, LENGTH, new int[mask.length], mask);
  }

  private List<Double> naive(Pooling mode, int row, int leading) {
    List<Double> vector = new ArrayList<>();
    for (int i = 0; i < WIDTH; i++) {
      List<Double> values = new ArrayList<>();
      double weighted = 0;
      double weights = 0;
      for (int place = leading; place < TOKENS[row]; place++) {
        double value = states[(row * LENGTH + place) * WIDTH + i];
        values.add(value);
        weighted += value * (place + 1);
        weights += place + 1;
      }
      double sum = values.stream().mapToDouble(Double::doubleValue).sum();
      vector.add(
          switch (mode) {
            case CLS -> TOKENS[row] == 0 ? 0 : (double) states[row * LENGTH * WIDTH + i];
            case MAX -> values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            case MEAN -> values.isEmpty() ? 0 : sum / values.size();
            case MEAN_SQRT_LEN -> values.isEmpty() ? 0 : sum / Math.sqrt(values.size());
            case WEIGHTED_MEAN -> values.isEmpty() ? 0 : weighted / weights;
            case LAST_TOKEN -> values.isEmpty() ? 0 : values.get(values.size() - 1);
          });
    }
    return vector;
  }

  @ParameterizedTest
  @EnumSource
  void everyModeIsItsDefinition(Pooling mode) {
    for (int leading : new int[] {0, 2}) {
      float[] vectors =
          new StatePooling(List.of(mode), WIDTH).pool(FloatBuffer.wrap(states), batch(), leading);
      for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < WIDTH; i++) {
          assertThat((double) vectors[row * WIDTH + i])
              .as("row %s, component %s, %s tokens of a prompt", row, i, leading)
              .isEqualTo(naive(mode, row, leading).get(i), offset(1e-6));
        }
      }
    }
  }

  @Test
  void severalModesAreConcatenated() {
    float[] vectors =
        new StatePooling(List.of(Pooling.CLS, Pooling.MEAN), WIDTH)
            .pool(FloatBuffer.wrap(states), batch(), 0);
    assertThat(vectors).hasSize(ROWS * 2 * WIDTH);
    assertThat((double) vectors[3 * WIDTH])
        .isEqualTo(naive(Pooling.MEAN, 1, 0).get(0), offset(1e-6));
  }
}
