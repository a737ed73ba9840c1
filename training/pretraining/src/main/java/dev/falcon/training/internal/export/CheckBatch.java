// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.export;

import dev.falcon.data.Progress;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.onnx.network.shape.ModelShape;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PictureMaker;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.ScenesPairs;
import dev.falcon.training.internal.input.ScenesVocabulary;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Held-out pairs of Scenes, in the form in which users have them and in the form in which training
 * reads them.
 *
 * @param images the encoded images, one per row
 * @param captions the captions, one per row
 * @param pixels the pixels, as normalised in training // [rows x 3 x side x side]
 * @param tokens the tokens, as padded in training // [rows x longest]
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
record CheckBatch(List<byte[]> images, List<String> captions, float[] pixels, long[][] tokens) {

  /**
   * The side of the pictures in pixels, which differs from the network's so that they are resized.
   */
  private static final int OTHER_SIDE = 96;

  /**
   * Returns the first pairs of the test split of the configured world, whatever the training data.
   */
  static CheckBatch of(CheckpointModel model, int rows) {
    boolean scenes = model.config().data().train().generated();
    int side = model.config().model().imageSize();
    Scenes world = new Scenes(settings(model.config(), scenes ? side : OTHER_SIDE));
    PixelFormat format = PixelFormat.of(side, model.config().data());
    ScenesVocabulary vocabulary = new ScenesVocabulary(model.special());
    ScenesPairs pairs =
        ScenesPairs.generate(world, Split.TEST, rows, format, vocabulary, Progress.NONE);
    List<byte[]> images =
        IntStream.range(0, rows).mapToObj(row -> world.png(Split.TEST, row)).toList();
    List<String> captions = IntStream.range(0, rows).mapToObj(pairs::caption).toList();
    float[] pixels = new float[rows * format.length()];
    PictureMaker maker = new PictureMaker(format, model.config().data().augment());
    for (int row = 0; row < rows; row++) {
      byte[] picture = scenes ? pairs.picture(row, null) : maker.make(images.get(row), null);
      format.write(picture, pixels, row * format.length());
    }
    int[][] tokens =
        scenes
            ? IntStream.range(0, rows).mapToObj(pairs::tokens).toArray(int[][]::new)
            : model.tokens(captions);
    ModelShape shape = model.framework().exported().shape();
    long[][] padded =
        shape.readsPadding()
            ? Captions.padded(tokens, shape.maxTokens(), model.vocabulary())
            : Captions.padded(tokens, model.vocabulary());
    return new CheckBatch(images, captions, pixels, padded);
  }

  private static ScenesConfig settings(TrainConfig config, int side) {
    return ScenesConfig.preset(config.data().scenes().preset())
        .withSeed(config.data().scenes().seed())
        .withImageSize(side)
        .withCaptionsPerImage(1);
  }

  int rows() {
    return captions.size();
  }
}
