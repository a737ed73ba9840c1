// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.Sha256;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** What ends a run at a chosen place. */
final class Killed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Runs until it has written so many samples itself, and then dies. */
  static void after(EmbedRequest request, int samples) {
    AtomicLong left = new AtomicLong(samples);
    Progress dying =
        (name, total, unit) ->
            new Progress.Task(
                amount -> {
                  if (left.addAndGet(-amount) < 0) {
                    throw new Killed();
                  }
                },
                () -> {});
    assertThatThrownBy(() -> Embedder.embed(request, Sessions.onCpu(), dying))
        .isInstanceOf(Killed.class);
  }

  /** The digests of all files below a folder, by their names. */
  static Map<String, String> files(Path root) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(root.relativize(file).toString(), Sha256.of(file));
      }
    }
    return contents;
  }
}
