// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.StartConfig.SupervisedConfig;
import dev.falcon.training.internal.framework.seam.ImageTower;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Trains the image encoder on labelled scenes before it sees captions, in place of the ImageNet
 * weights with which ALBEF starts. Without this, a run of a few thousand steps learns only basic
 * vision, and no method of composing batches differs from another.
 */
final class SupervisedStart {
  /** The additional weight of the few cells with an object; an empty cell has the weight 1/4. */
  private static final float OBJECT_WEIGHT = 4;

  private static final float EMPTY_WEIGHT = 0.25f;

  /**
   * The factor that scales the loss over all kinds, most of which are absent, to that of the
   * patches.
   */
  private static final float KIND_WEIGHT = 20;

  private final LabelledVision network;
  private final byte[][] images;
  private final SceneLabels[] labels;
  private final PixelFormat format;

  private SupervisedStart(
      LabelledVision network, byte[][] images, SceneLabels[] labels, PixelFormat format) {
    this.network = network;
    this.images = images;
    this.labels = labels;
    this.format = format;
  }

  /**
   * Trains an image encoder.
   *
   * @param tower the image encoder
   * @param world the source of scenes
   * @param firstIndex the index of the first training scene that is not among the pairs
   * @param stop polled before each step
   * @return the encoder's parameters by name
   * @throws FalconException if a stop is requested
   */
  public static Map<String, float[]> train(
      Torch torch,
      ImageTower tower,
      ModelConfig model,
      PixelFormat format,
      SupervisedConfig config,
      Scenes world,
      long firstIndex,
      long seed,
      Progress progress,
      BooleanSupplier stop) {
    SceneLabels.requireAligned(model, world.config().contents().cellsPerSide());
    byte[][] images = new byte[config.images()][];
    SceneLabels[] labels = new SceneLabels[config.images()];
    for (int i = 0; i < images.length; i++) {
      images[i] = world.pixels(Split.TRAIN, firstIndex + i);
      labels[i] = new SceneLabels(world.scene(Split.TRAIN, firstIndex + i));
    }
    LabelledVision network =
        new LabelledVision(tower, model, SceneLabels.PATCH_LOGITS, SceneLabels.KINDS);
    SupervisedStart start = new SupervisedStart(network, images, labels, format);
    return new WarmStart(torch, WarmStart.Course.of(config), progress, stop)
        .train(
            network.layout(),
            VisionTransformer.PREFIX,
            images.length,
            seed,
            (manager, weights, rows, step) -> start.loss(manager, weights, rows));
  }

  private NDArray loss(NDManager manager, Weights weights, int[] rows) {
    int cells = labels[0].shapes.length;
    float[] pixels = new float[rows.length * format.length()];
    long[][] targets = new long[3][rows.length * cells];
    float[] cellWeights = new float[rows.length * cells];
    float[] kinds = new float[rows.length * SceneLabels.KINDS];
    for (int i = 0; i < rows.length; i++) {
      SceneLabels label = labels[rows[i]];
      format.write(images[rows[i]], pixels, i * format.length());
      for (int cell = 0; cell < cells; cell++) {
        targets[0][i * cells + cell] = label.shapes[cell];
        targets[1][i * cells + cell] = label.colours[cell];
        targets[2][i * cells + cell] = label.sizes[cell];
        cellWeights[i * cells + cell] = EMPTY_WEIGHT + (label.shapes[cell] > 0 ? OBJECT_WEIGHT : 0);
      }
      System.arraycopy(label.kinds, 0, kinds, i * SceneLabels.KINDS, SceneLabels.KINDS);
    }
    NDArray input = Torch.floats(manager, pixels, rows.length, 3, format.size(), format.size());
    LabelledVision.Logits logits = network.forward(weights, input);
    NDArray patches = logits.patches().orElseThrow().reshape(-1, SceneLabels.PATCH_LOGITS);
    NDArray weight = Torch.floats(manager, cellWeights, cellWeights.length);
    int shapes = SceneLabels.SHAPES;
    int colours = shapes + SceneLabels.COLOURS;
    NDArray patchLoss =
        labelLoss(patches, 0, shapes, Torch.indices(manager, targets[0]), weight)
            .add(labelLoss(patches, shapes, colours, Torch.indices(manager, targets[1]), weight))
            .add(
                labelLoss(
                    patches,
                    colours,
                    SceneLabels.PATCH_LOGITS,
                    Torch.indices(manager, targets[2]),
                    weight));
    // Binary cross-entropy of a logit x with target y: softplus(x) - x y.
    NDArray present = Torch.floats(manager, kinds, rows.length, SceneLabels.KINDS);
    NDArray image = logits.image();
    NDArray kindLoss = Ops.softplus(image).sub(image.mul(present)).mean();
    return patchLoss.add(Ops.scale(kindLoss, KIND_WEIGHT));
  }

  private static NDArray labelLoss(
      NDArray patches, int from, int to, NDArray targets, NDArray weights) {
    return patches
        .get(":," + from + ":" + to)
        .logSoftmax(-1)
        .gather(targets.expandDims(1), 1)
        .squeeze(1)
        .neg()
        .mul(weights)
        .mean();
  }
}
