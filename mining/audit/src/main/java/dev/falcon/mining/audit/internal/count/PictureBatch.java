// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Pictures that are preprocessed for a judge.
 *
 * @param pixels the preprocessed pixels {@code // [pictures x 3 x height x width]}
 * @param problems the reason why each picture cannot be decoded; empty if it can {@code //
 *     [pictures]}
 */
record PictureBatch(FloatBuffer pixels, List<Optional<String>> problems) {
  /** Decodes the files of pictures. */
  static PictureBatch of(MatchScorer judge, List<byte[]> files) {
    FloatBuffer pixels = judge.newBatch(files.size());
    int length = judge.transform().outputLength();
    List<Optional<String>> problems =
        IntStream.range(0, files.size())
            .parallel()
            .mapToObj(
                i -> {
                  try {
                    new Preprocessor(judge.transform()).apply(files.get(i), pixels, i * length);
                    return Optional.<String>empty();
                  } catch (ImageException e) {
                    return Optional.of(e.getMessage());
                  }
                })
            .toList();
    return new PictureBatch(pixels, problems);
  }
}
