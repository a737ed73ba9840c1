// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.embed.pipeline.Encoded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are cut and disks that are full. */
class ImageVectorsTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void place() {
    file = folder.resolve("images.vectors");
  }

  @Test
  void aFullDiskIsNamed() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), () -> "skipped: there is no " + full + " here");
    Files.createSymbolicLink(file, full);
    try (ImageVectors images = new ImageVectors(folder, 3)) {
      refused(
          () -> images.append(new Encoded.Vector(new float[] {1, 2, 3})), ": cannot be written: ");
      assertThat(images.size()).isZero();
    }
  }

  @Test
  void aVectorThatIsNotThereIsNamed() {
    try (ImageVectors images = new ImageVectors(folder, 3)) {
      images.append(new Encoded.Vector(new float[] {1, 2, 3}));
      refused(() -> images.read(1), ": cannot be read: it ends before image 1");
    }
  }

  @Test
  void anInterruptedThreadGetsAFailure() {
    try (ImageVectors images = new ImageVectors(folder, 3)) {
      Thread.currentThread().interrupt();
      refused(() -> images.keep(0), ": cannot be cut: ");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + message);
  }
}
