// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.store.internal.RepeatedHashes;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What needs temporary files says so where there is no place for them. */
class MissingTemporaryFolderTest {
  @TempDir private Path folder;

  /** A JVM knows one temporary folder for its life, so another one is asked. */
  @Test
  void isNamed() throws IOException, InterruptedException {
    Path store =
        StoreFixture.random(1, 4)
            .write(
                folder.resolve("store"),
                StoreFixture.options(StoreLayout.CLIP_RETRIEVAL, VectorType.FLOAT32, 4, 1));
    Path missing = folder.resolve("missing");
    Path said = folder.resolve("said.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-Djava.io.tmpdir=" + missing);
    command.add("-Duser.home=?");
    command.addAll(List.of(Asked.class.getName(), store.toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME", "FALCON_CACHE"));
    builder.redirectErrorStream(true).redirectOutput(said.toFile());

    int exitCode = builder.start().waitFor();

    String text = Files.readString(said);
    assertThat(exitCode).as(text).isZero();
    assertThat(text)
        .contains(
            store.resolve("metadata/metadata_0000.parquet")
                + ": column 'caption' cannot be copied to the temporary folder "
                + missing
                + ": ")
        .contains("no temporary folder can be made: " + missing.resolve("falcon-keys-"))
        .contains("no temporary folder can be made: " + missing.resolve("falcon-"));
  }

  /** Prints each failure's message; any other kind of failure ends it. */
  static final class Asked {
    private Asked() {}

    public static void main(String[] arguments) throws IOException {
      try {
        EmbeddingStore.open(Path.of(arguments[0])).caption(0);
      } catch (FalconException e) {
        say(e);
      }
      try (RepeatedHashes hashes = new RepeatedHashes(1L << 25)) {
        hashes.add(new long[1]);
      } catch (FalconException e) {
        say(e);
      }
      try (InputStream picture =
          ImageDecoder.class.getResourceAsStream("golden/webp-lossy-60.webp")) {
        new ImageDecoder().decode(picture.readAllBytes());
      } catch (FalconException e) {
        say(e);
      }
    }

    private static void say(RuntimeException failure) throws IOException {
      System.out.write((failure.getMessage() + '\n').getBytes(StandardCharsets.UTF_8));
    }
  }
}
