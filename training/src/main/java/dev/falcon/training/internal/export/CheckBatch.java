package dev.falcon.training.internal.export;

import dev.falcon.data.Progress;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.ScenesPairs;
import dev.falcon.training.internal.input.ScenesVocabulary;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pairs of Scenes that are not trained on, as a user has them and as training feeds them.
 *
 * @param images encoded, one a row
 * @param captions one a row
 * @param pixels normalised by training // [rows x 3 x side x side]
 * @param tokens padded by training // [rows x longest]
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
record CheckBatch(List<byte[]> images, List<String> captions, float[] pixels, long[][] tokens) {

  /** The first pairs of the test split of a run's world. */
  static CheckBatch of(TrainConfig config, int rows) {
    int side = config.model().imageSize();
    ScenesConfig settings =
        ScenesConfig.preset(config.data().scenes().preset())
            .withSeed(config.data().scenes().seed())
            .withImageSize(side)
            .withCaptionsPerImage(1);
    Scenes world = new Scenes(settings);
    PixelFormat format = PixelFormat.of(side, config.data());
    ScenesPairs pairs = ScenesPairs.generate(world, Split.TEST, rows, format, Progress.NONE);
    float[] pixels = new float[rows * format.length()];
    for (int row = 0; row < rows; row++) {
      pairs.pixels(row, null, pixels, row * format.length());
    }
    int[] all = IntStream.range(0, rows).toArray();
    return new CheckBatch(
        IntStream.of(all).mapToObj(row -> world.png(Split.TEST, row)).toList(),
        IntStream.of(all).mapToObj(pairs::caption).toList(),
        pixels,
        Captions.padded(pairs, all, ScenesVocabulary.vocabulary()));
  }

  int rows() {
    return captions.size();
  }
}
