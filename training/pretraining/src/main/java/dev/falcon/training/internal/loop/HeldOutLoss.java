// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.loss.objective.Contrastive;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;

/** Computes the contrastive loss on held-out pairs, at ALBEF's initial temperature. */
final class HeldOutLoss {
  private static final float TEMPERATURE = 0.07f;

  private final Torch torch;
  private final Framework framework;
  private final int size;
  private final Parameters parameters;
  private final Vocabulary vocabulary;
  private final float[] pixels;
  private final long[][] tokens;

  /** Creates the loss on the first {@code count} pairs. */
  public HeldOutLoss(
      Torch torch,
      Framework framework,
      Parameters parameters,
      Vocabulary vocabulary,
      PairData pairs,
      int count) {
    this.torch = torch;
    this.framework = framework;
    this.parameters = parameters;
    this.vocabulary = vocabulary;
    this.size = pairs.format().size();
    int length = 3 * size * size;
    int[] rows = new int[Math.min(count, pairs.rows())];
    Arrays.setAll(rows, i -> i);
    this.pixels = new float[rows.length * length];
    for (int i = 0; i < rows.length; i++) {
      pairs.pixels(rows[i], pixels, i * length);
    }
    this.tokens = Captions.padded(pairs, rows, vocabulary);
  }

  double measure() {
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      Weights weights = parameters.untrained();
      NDArray images = Torch.floats(memory.manager(), pixels, tokens.length, 3, size, size);
      Sequences captions = Sequences.of(memory.manager(), tokens, vocabulary.padding());
      NDArray image = framework.images(weights, images).vectors();
      NDArray text = framework.captions(weights, captions, captions.table(tokens)).vectors();
      NDArray temperature = Ops.scalar(memory.manager(), TEMPERATURE);
      return Contrastive.loss(new BatchVectors(image, text, temperature), 0).getFloat();
    }
  }
}
