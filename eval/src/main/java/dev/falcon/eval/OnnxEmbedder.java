package dev.falcon.eval;

import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.eval.internal.DataHash;
import dev.falcon.eval.internal.ImagePipeline;
import dev.falcon.onnx.DualEncoder;
import dev.falcon.onnx.ModelFolder;
import dev.falcon.onnx.Sessions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** The dual encoder of a model folder. */
public final class OnnxEmbedder implements Embedder, AutoCloseable {
  private final DualEncoder encoder;
  private final ImagePipeline pipeline;
  private final String fingerprint;
  private final int batchSize;

  private OnnxEmbedder(DualEncoder encoder, String fingerprint, int batchSize) {
    this.encoder = encoder;
    this.fingerprint = fingerprint;
    this.batchSize = batchSize;
    pipeline = new ImagePipeline(encoder.images(), batchSize);
  }

  /**
   * Opens a folder's encoders.
   *
   * @param batchSize how many images or texts go through a graph at once
   * @throws dev.falcon.data.FalconException if the folder lacks one of the encoders
   */
  public static OnnxEmbedder open(ModelFolder folder, Sessions sessions, int batchSize) {
    if (batchSize < 1) {
      throw new RequestException("--batch-size must be at least 1; is " + batchSize);
    }
    DualEncoder encoder = folder.openDualEncoder(sessions);
    String identity =
        String.join(
            "\n",
            DataHash.of(folder.inputs()),
            folder.options().precision().toString(),
            String.valueOf(folder.options().cleaning()));
    String fingerprint = Sha256.of(identity.getBytes(StandardCharsets.UTF_8));
    return new OnnxEmbedder(encoder, fingerprint, batchSize);
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public void embedImages(Iterator<byte[]> images, ConvertOrder order, ImageSink sink) {
    pipeline.embed(images, order, sink);
  }

  @Override
  public float[][] embedTexts(List<String> texts) {
    float[][] vectors = new float[texts.size()][];
    int width = encoder.dimension();
    for (int from = 0; from < vectors.length; from += batchSize) {
      int to = Math.min(from + batchSize, vectors.length);
      float[] rows = encoder.texts().encodeNormalised(texts.subList(from, to));
      for (int row = 0; row < to - from; row++) {
        vectors[from + row] = Arrays.copyOfRange(rows, row * width, (row + 1) * width);
      }
    }
    return vectors;
  }

  @Override
  public void close() {
    pipeline.close();
    encoder.close();
  }
}
