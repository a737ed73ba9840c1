// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.Progress;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.session.Sessions;
import java.util.Optional;

/**
 * Opens the encoders of both sides of a dataset's pairs. The first readable sample decides: if it
 * is a pair of images, all samples are taken to be pairs of images, and the model's text encoder is
 * not opened.
 */
final class PairEncoders {
  private PairEncoders() {}

  static DualEncoder open(EmbedRequest request, Sessions sessions, Progress progress) {
    Optional<Sample> first = first(request.source());
    if (first.isPresent() && first.get().hasPositiveImage()) {
      return DualEncoder.ofImages(request.model().openImageEncoder(sessions));
    }
    DualEncoder encoder = request.model().openEncoders(sessions);
    if (encoder.isOfTexts() && first.isPresent() && first.get().hasImage()) {
      progress.note(
          request.source().name()
              + ": holds pictures, but the model has only an encoder of texts; the captions are"
              + " embedded, and the pictures are not");
    }
    return encoder;
  }

  private static Optional<Sample> first(SampleSource source) {
    for (int shard = 0; shard < source.shards(); shard++) {
      // Broken rows before the first readable one are reported during the embedding.
      try (SampleReader reader = source.open(shard, reject -> {})) {
        if (reader.hasNext()) {
          return Optional.of(reader.next());
        }
      }
    }
    return Optional.empty();
  }
}
