// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.export;

import dev.falcon.data.image.Preprocessor;
import dev.falcon.onnx.encoder.ImageEncoder;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.export.graph.GraphFiles;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.matcher.EncodedCaption;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.matcher.SchedulerModel;
import dev.falcon.onnx.matcher.SchedulerModel.BetaParameters;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TokenBatch;
import dev.falcon.training.internal.input.Captions;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Runs a model folder in ONNX Runtime as any user would, on encoded images and captions, and
 * compares every intermediate result with the trained network's.
 */
public final class Parity {
  private static final int ROWS = 16;

  /** The file for which the difference of the pictures is reported. */
  public static final String PREPROCESSOR = "preprocessor_config.json";

  private final CheckBatch batch;
  private final NetworkOutputs network;
  private final Map<String, Double> differences = new LinkedHashMap<>();

  private Parity(CheckBatch batch, NetworkOutputs network) {
    this.batch = batch;
    this.network = network;
  }

  /** Returns, by file, the largest absolute difference of its outputs. */
  public static Map<String, Double> differences(CheckpointModel model, Path folder) {
    CheckBatch batch = CheckBatch.of(model, ROWS);
    Parity parity = new Parity(batch, NetworkOutputs.of(model, batch));
    ModelFolder opened = ModelFolder.open(folder);
    Sessions sessions = Sessions.onCpu();
    parity.images(opened, sessions);
    parity.texts(opened, sessions);
    if (model.framework().matcher().isPresent()) {
      parity.pairs(opened, sessions);
    }
    if (model.hasScheduler()) {
      parity.scheduler(opened, sessions);
    }
    return parity.differences;
  }

  private void images(ModelFolder folder, Sessions sessions) {
    try (ImageEncoder encoder = folder.openImageEncoder(sessions)) {
      FloatBuffer pixels = encoder.newBatch(ROWS);
      preprocess(new Preprocessor(encoder.transform()), pixels);
      float[] given = new float[batch.pixels().length];
      pixels.get(0, given);
      put(PREPROCESSOR, difference(batch.pixels(), given));
      float[] vectors = encoder.encodeNormalised(pixels, ROWS);
      put(GraphFiles.VISION, difference(network.imageVectors(), vectors));
    }
  }

  private void preprocess(Preprocessor preprocessor, FloatBuffer pixels) {
    int length = preprocessor.transform().outputLength();
    for (int row = 0; row < ROWS; row++) {
      preprocessor.apply(batch.images().get(row), pixels, row * length);
    }
  }

  private void texts(ModelFolder folder, Sessions sessions) {
    try (TextEncoder encoder = folder.openTextEncoder(sessions)) {
      put(TokenizerFiles.TOKENIZER, difference(encoder.pipeline().encode(batch.captions())));
      float[] vectors = encoder.encodeNormalised(batch.captions());
      put(GraphFiles.TEXT, difference(network.textVectors(), vectors));
    }
  }

  private double difference(TokenBatch tokens) {
    long[] expected = Captions.flat(batch.tokens());
    return difference(expected.length, i -> expected[i], tokens.ids().length, i -> tokens.ids()[i]);
  }

  private void pairs(ModelFolder folder, Sessions sessions) {
    try (MatchScorer matcher = folder.openMatchScorer(sessions)) {
      FloatBuffer pixels = matcher.newBatch(ROWS);
      preprocess(new Preprocessor(matcher.transform()), pixels);
      List<EncodedImage> images = matcher.encodeImages(pixels, ROWS);
      float[] tokens = new float[network.imageTokens().length];
      int length = tokens.length / ROWS;
      for (int row = 0; row < ROWS; row++) {
        System.arraycopy(images.get(row).state(), 0, tokens, row * length, length);
      }
      put(GraphFiles.ITM_VISION, difference(network.imageTokens(), tokens));
      List<EncodedCaption> captions = matcher.encodeCaptions(batch.captions());
      int[] imageOfPair = IntStream.range(0, ROWS * ROWS).map(pair -> pair / ROWS).toArray();
      int[] captionOfPair = IntStream.range(0, ROWS * ROWS).map(pair -> pair % ROWS).toArray();
      float[] logits = matcher.matchLogits(images, imageOfPair, captions, captionOfPair);
      put(GraphFiles.ITM_FUSION, difference(network.matches(), logits));
    }
  }

  private void scheduler(ModelFolder folder, Sessions sessions) {
    try (SchedulerModel scheduler = folder.openScheduler(sessions)) {
      BetaParameters given = scheduler.evaluate(network.features(), ROWS);
      put(
          GraphFiles.SCHEDULER,
          Math.max(
              difference(network.alpha(), given.alpha()),
              difference(network.beta(), given.beta())));
    }
  }

  private void put(String file, double difference) {
    differences.put(file, difference);
  }

  /** Returns the largest absolute difference; NaN if lengths differ or a value is NaN. */
  public static double difference(float[] expected, float[] given) {
    return difference(expected.length, i -> expected[i], given.length, i -> given[i]);
  }

  /** Returns the largest absolute difference; NaN if lengths differ or a value is NaN. */
  public static double difference(double[] expected, double[] given) {
    return difference(expected.length, i -> expected[i], given.length, i -> given[i]);
  }

  /** Returns the largest absolute difference; NaN if lengths differ or a value is NaN. */
  private static double difference(
      int length, IntToDoubleFunction expected, int givenLength, IntToDoubleFunction given) {
    if (length != givenLength) {
      return Double.NaN;
    }
    double largest = 0;
    for (int i = 0; i < length; i++) {
      // The maximum of a NaN and any number is NaN.
      largest = Math.max(largest, Math.abs(expected.applyAsDouble(i) - given.applyAsDouble(i)));
    }
    return largest;
  }
}
