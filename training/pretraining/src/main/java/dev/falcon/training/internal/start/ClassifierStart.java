// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.training.config.AugmentConfig;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.framework.seam.ImageTower;
import dev.falcon.training.internal.input.PictureMaker;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Trains the image encoder to classify labelled images before it sees captions. For photographs,
 * this replaces the ImageNet weights with which ALBEF starts.
 */
final class ClassifierStart {
  private final LabelledVision network;
  private final LabelledPictures pictures;
  private final PixelFormat format;
  private final ThreadLocal<PictureMaker> makers;
  private final long seed;

  private ClassifierStart(
      ImageTower tower,
      ModelConfig model,
      LabelledPictures pictures,
      PixelFormat format,
      AugmentConfig augment,
      long seed) {
    this.network = new LabelledVision(tower, model, 0, pictures.names().size());
    this.pictures = pictures;
    this.format = format;
    this.makers = ThreadLocal.withInitial(() -> new PictureMaker(format, augment));
    this.seed = seed;
  }

  /**
   * Trains an image encoder.
   *
   * @param tower the image encoder
   * @param augment the augmentation of the pictures
   * @return the encoder's parameters by name
   */
  static Map<String, float[]> train(
      WarmStart start,
      ImageTower tower,
      ModelConfig model,
      LabelledPictures pictures,
      PixelFormat format,
      AugmentConfig augment,
      long seed) {
    ClassifierStart lesson = new ClassifierStart(tower, model, pictures, format, augment, seed);
    return start.train(
        lesson.network.layout(),
        VisionTransformer.PREFIX,
        pictures.files().size(),
        seed,
        lesson::loss);
  }

  /** Returns the cross-entropy of the classes of a batch, 0-d. */
  private NDArray loss(NDManager manager, Weights weights, int[] rows, int step) {
    float[] pixels = new float[rows.length * format.length()];
    IntStream.range(0, rows.length)
        .parallel()
        .forEach(
            i ->
                format.write(
                    makers
                        .get()
                        .make(
                            pictures.files().get(rows[i]),
                            Purpose.WARM_START_AUGMENT.at(seed, step, i)),
                    pixels,
                    i * format.length()));
    NDArray input = Torch.floats(manager, pixels, rows.length, 3, format.size(), format.size());
    long[] classes = Arrays.stream(rows).mapToLong(row -> pictures.classes().get(row)).toArray();
    return network
        .forward(weights, input)
        .image()
        .logSoftmax(-1)
        .gather(Torch.indices(manager, classes).expandDims(1), 1)
        .neg()
        .mean();
  }
}
