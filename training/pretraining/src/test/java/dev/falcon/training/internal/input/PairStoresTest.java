// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.scenes.generate.ScenesGenerator;
import dev.falcon.data.scenes.generate.ScenesRequest;
import dev.falcon.data.source.SampleSources;
import dev.falcon.training.config.DatasetConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of a dataset, and its images, when they are no longer there or no longer whole. */
class PairStoresTest {
  @TempDir private static Path scenes;
  @TempDir private Path folder;

  @BeforeAll
  static void generate() {
    ScenesGenerator.generate(
        new ScenesRequest(
            ScenesConfig.standard(),
            Split.TRAIN,
            4,
            scenes,
            ScenesRequest.Layout.WEBDATASET,
            100,
            null,
            new ScenesRequest.Asked(1, 1),
            false),
        Progress.NONE);
  }

  private static DatasetConfig config(Path data) {
    return DatasetConfig.of(data.toString());
  }

  private PairStore open(Path data) {
    return open(SampleSources.open(data.toString()), data);
  }

  private PairStore open(SampleSource source, Path data) {
    return new PairStores(folder.resolve("cache"), 1, Progress.NONE, () -> false)
        .open(source, config(data));
  }

  private static Path tar() throws IOException {
    try (Stream<Path> files = Files.list(scenes)) {
      return files.filter(file -> file.toString().endsWith(".tar")).findFirst().orElseThrow();
    }
  }

  /** The dataset in files of its own. */
  private Path files() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    try (PictureFiles pictures = open(tar()).pictures()) {
      for (int image = 0; image < 4; image++) {
        Files.write(data.resolve(image + ".png"), pictures.read(image));
        Files.writeString(data.resolve(image + ".txt"), "a shape");
      }
    }
    return data;
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(FalconException.class).hasMessageStartingWith(message);
  }

  @Test
  void aFileThatIsGoneIsNamed() throws IOException {
    Path data = Files.copy(tar(), folder.resolve("0.tar"));
    SampleSource source = SampleSources.open(data.toString());
    Files.delete(data);

    refused(() -> open(source, data), data + ": cannot be read: ");
  }

  @Test
  void aFileInThePlaceOfTheCacheIsNamed() throws IOException {
    Path cache = Files.createFile(folder.resolve("cache"));

    assertThatThrownBy(() -> open(tar()))
        .isInstanceOf(FalconException.class)
        .hasMessageMatching(cache + "/pairs-[0-9a-f]{16}: cannot be written: " + cache);
  }

  @Test
  void imagesThatAreGoneAreNamed() throws IOException {
    Path bytes = open(tar()).folder().resolve(PictureFiles.BYTES);
    Files.delete(bytes);

    refused(() -> open(tar()), bytes + ": cannot be opened: ");
  }

  @Test
  void imagesThatAreCutAreNamed() throws IOException {
    PairStore store = open(tar());
    Path bytes = store.folder().resolve(PictureFiles.BYTES);
    try (PictureFiles pictures = store.pictures()) {
      assertThat(pictures.read(3)).isNotEmpty();
      byte[] whole = Files.readAllBytes(bytes);
      Files.write(bytes, Arrays.copyOf(whole, whole.length - 1));

      refused(() -> pictures.read(3), bytes + ": cannot be read: it ends before image 3");
    }
  }

  @Test
  void anImageThatIsGoneIsNamed() throws IOException {
    Path data = files();
    try (PictureFiles pictures = open(data).pictures()) {
      assertThat(pictures.read(2)).isNotEmpty();
      Path image = data.resolve("2.png");
      Files.delete(image);

      refused(() -> pictures.read(2), image + ": cannot be read any more: ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pairs.parquet", "images.parquet", "rejects.parquet"})
  void aChangedTableIsRefused(String table) throws IOException {
    Path kept;
    try (PictureFiles pictures = open(tar()).pictures()) {
      assertThat(pictures.read(0)).isNotEmpty();
      kept = open(tar()).folder().resolve(table);
    }
    byte[] bytes = Files.readAllBytes(kept);
    bytes[bytes.length / 2] ^= 1;
    Files.write(kept, bytes);

    refused(() -> open(tar()), kept + ": this cache file is broken; delete it");

    Files.delete(kept);
    assertThat(open(tar()).keys()).hasSize(4);
    assertThat(Files.readAllBytes(kept)).isNotEqualTo(bytes);
  }
}
