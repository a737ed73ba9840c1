package dev.falcon.onnx.embed;

import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.session.Sessions;

/**
 * Opens the encoders of both sides of a dataset's pairs. The first readable sample decides: if it
 * is a pair of images, all samples are taken to be pairs of images, and the model's text encoder is
 * not opened.
 */
final class PairEncoders {
  private PairEncoders() {}

  static DualEncoder open(EmbedRequest request, Sessions sessions) {
    return ofImages(request.source())
        ? DualEncoder.ofImages(request.model().openImageEncoder(sessions))
        : request.model().openEncoders(sessions);
  }

  private static boolean ofImages(SampleSource source) {
    for (int shard = 0; shard < source.shards(); shard++) {
      // Broken rows before the first readable one are reported during the embedding.
      try (SampleReader reader = source.open(shard, reject -> {})) {
        if (reader.hasNext()) {
          return reader.next().hasPositiveImage();
        }
      }
    }
    return false;
  }
}
