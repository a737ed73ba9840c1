// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a second implementation in plain Java, after GRIT-VLP's equations. */
class ContrastiveTest {
  private static final int ROWS = 5;
  private static final int WIDTH = 3;
  private static final double TEMPERATURE = 0.3;
  private static final double CONSISTENCY = 0.2;

  private Torch torch;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
  }

  @AfterEach
  void close() {
    torch.close();
  }

  private static float[] vectors(String name) {
    RandomStream random = RandomStream.of(1, name);
    float[] values = new float[ROWS * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static double[][] logSoftmax(float[] from, float[] to) {
    double[][] table = new double[ROWS][ROWS];
    for (int i = 0; i < ROWS; i++) {
      double sum = 0;
      for (int j = 0; j < ROWS; j++) {
        for (int k = 0; k < WIDTH; k++) {
          table[i][j] += from[i * WIDTH + k] * to[j * WIDTH + k] / TEMPERATURE;
        }
        sum += Math.exp(table[i][j]);
      }
      for (int j = 0; j < ROWS; j++) {
        table[i][j] -= Math.log(sum);
      }
    }
    return table;
  }

  /**
   * The loss with its targets and its contrasted sides held at given values: what the detached
   * parts amount to.
   */
  private static double naive(
      float[] images, float[] texts, float[] heldImages, float[] heldTexts) {
    double[][] imageToText = logSoftmax(images, heldTexts);
    double[][] textToImage = logSoftmax(texts, heldImages);
    double[][] heldImageToText = logSoftmax(heldImages, heldTexts);
    double[][] heldTextToImage = logSoftmax(heldTexts, heldImages);
    double hard = 0;
    double soft = 0;
    for (int i = 0; i < ROWS; i++) {
      hard -= (imageToText[i][i] + textToImage[i][i]) / ROWS;
      for (int j = 0; j < ROWS; j++) {
        soft -= Math.exp(heldTextToImage[i][j]) * imageToText[i][j] / ROWS;
        soft -= Math.exp(heldImageToText[i][j]) * textToImage[i][j] / ROWS;
      }
    }
    return 0.5 * hard + CONSISTENCY * 0.5 * soft;
  }

  @Test
  void valueAndGradientAreThoseOfTheEquations() {
    float[] images = vectors("images");
    float[] texts = vectors("texts");
    ParameterLayout layout = new ParameterLayout();
    layout.declare("images", Initialiser.constant(0), ROWS, WIDTH);
    layout.declare("texts", Initialiser.constant(0), ROWS, WIDTH);
    Map<String, float[]> first = Map.of("images", images, "texts", texts);
    try (Parameters parameters = new Parameters(torch.manager(), layout, first, true);
        AdamW optimiser =
            new AdamW(torch.manager(), parameters, new AdamW.Settings(0, 0, 1, 0, 0))) {
      float[] value = new float[1];
      try (TensorScope memory = TensorScope.open(torch.manager())) {
        torch.differentiate(
            () -> {
              Weights weights = parameters.weights();
              NDArray loss =
                  Contrastive.loss(
                      new BatchVectors(
                          weights.get("images"),
                          weights.get("texts"),
                          Ops.scalar(memory.manager(), (float) TEMPERATURE)),
                      (float) CONSISTENCY);
              value[0] = loss.stopGradient().getFloat();
              return loss;
            });
      }
      assertThat((double) value[0]).isCloseTo(naive(images, texts, images, texts), within(1e-5));
      optimiser.step(0);
      float[] gradient = parameters.unflatten(optimiser.moments(), "mean.").get("images");
      for (int i = 0; i < images.length; i++) {
        float[] above = images.clone();
        float[] below = images.clone();
        above[i] += 1e-3f;
        below[i] -= 1e-3f;
        double slope =
            (naive(above, texts, images, texts) - naive(below, texts, images, texts))
                / (above[i] - below[i]);
        assertThat((double) gradient[i]).as("image value %d", i).isCloseTo(slope, within(1e-4));
      }
    }
  }
}
