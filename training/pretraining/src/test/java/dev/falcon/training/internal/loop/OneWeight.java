// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.framework.seam.Framework.Encoding;
import dev.falcon.training.internal.framework.seam.Framework.VectorShape;
import dev.falcon.training.internal.framework.seam.Framework.View;
import dev.falcon.training.internal.framework.seam.ImageTower;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.framework.seam.TokenLosses;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.toy.BareFramework;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A framework of one weight w, whose every number can be worked out by hand: contrast 3w, matching
 * 5w; four words, of the rows 0, 1, 1 and 2, whose losses are w times 1, 2, 3 and 4. Images are the
 * axes of a plane, captions the axes turned by w.
 */
public final class OneWeight extends BareFramework {
  public static final ParameterLayout LAYOUT = layoutOfOne();

  private static ParameterLayout layoutOfOne() {
    ParameterLayout layout = new ParameterLayout();
    layout.declare("w", Initialiser.constant(2), 1);
    return layout;
  }

  @Override
  public ParameterLayout layout() {
    return LAYOUT;
  }

  @Override
  public VectorShape vectors() {
    return new VectorShape(1, 2);
  }

  @Override
  public String generativeTerm() {
    return "mlm";
  }

  @Override
  public Corruption corrupt(long[][] captions, RandomStream random) {
    return new Corruption(captions, new int[0], new long[0]);
  }

  @Override
  public Losses losses(Weights weights, BatchInputs batch, TargetFactory targets, long dropout) {
    NDArray w = weights.get("w").squeeze();
    NDManager manager = batch.images().getManager();
    BatchVectors vectors =
        new BatchVectors(
            images(weights, batch.images()).vectors(),
            captions(weights, batch.captions(), batch.tokens()).vectors(),
            Ops.scalar(manager, 0.07f));
    ObjectiveTargets decision = targets.decide(vectors);
    TokenLosses words = generative(weights, batch, decision, dropout);
    Map<String, NDArray> terms = new LinkedHashMap<>();
    terms.put("itc", Ops.scale(w, 3));
    terms.put("itm", Ops.scale(w, 5));
    terms.put("mlm", words.mean());
    return new Losses(terms, words, vectors, decision);
  }

  @Override
  public TokenLosses generative(
      Weights weights, BatchInputs batch, ObjectiveTargets decision, long dropout) {
    NDArray losses =
        Torch.floats(batch.images().getManager(), new float[] {1, 2, 3, 4}, 4)
            .mul(weights.get("w"));
    return new TokenLosses(losses, new int[] {0, 1, 1, 2}, losses.mean());
  }

  @Override
  public View view(Weights weights, BatchInputs batch, long dropout) {
    return new View(
        images(weights, batch.images()).vectors(),
        captions(weights, batch.captions(), batch.tokens()).vectors(),
        Optional.empty());
  }

  @Override
  public Encoding images(Weights weights, NDArray pixels) {
    return new Encoding(null, Torch.floats(pixels.getManager(), new float[] {1, 0, 0, 1}, 2, 2));
  }

  @Override
  public Encoding captions(Weights weights, Sequences captions, NDArray tokens) {
    double w = weights.get("w").toFloatArray()[0];
    float cos = (float) Math.cos(w);
    float sin = (float) Math.sin(w);
    return new Encoding(
        null, Torch.floats(tokens.getManager(), new float[] {cos, sin, -sin, cos}, 2, 2));
  }

  @Override
  public ImageTower tower() {
    throw new AssertionError("it has no image encoder");
  }
}
