// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static dev.falcon.onnx.embed.TinyDataset.picture;
import static dev.falcon.onnx.embed.TinyDataset.sample;
import static dev.falcon.onnx.embed.TinyDataset.sampleOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.Rejects;
import dev.falcon.onnx.embed.internal.UnitJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Images that several samples show. */
class RepeatedImagesTest extends UnitsOfFive {
  private static final int RED = 0xff0000;
  private static final int GREEN = 0x00ff00;
  private static final int BLUE = 0x0000ff;

  @Test
  void encodesEveryImageOfAPairListOnce() throws IOException {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < 60; row++) {
      int image = row * 7 % 12; // every image five times, in five different units
      Files.write(folder.resolve(image + ".png"), picture(0x102030 + image * 0x070503));
      rows.add(
          String.format(
              Locale.ROOT,
              "{\"image\": \"%d.png\", \"caption\": \"red %d\", \"image_id\": \"i%d\"}",
              image,
              row,
              image));
    }
    Path pairs = Files.writeString(folder.resolve("pairs.json"), rows.toString());

    EmbedResult result = embed(request(SampleSources.open(pairs.toString()), "out"));

    EmbeddingStore store = EmbeddingStore.open(folder.resolve("out"));
    assertThat(result.images()).isEqualTo(12);
    assertThat(result.rows()).isEqualTo(60);
    assertThat(store.imageId(59)).hasValue("i" + 59 * 7 % 12);
    for (int row = 0; row < 60; row++) {
      int first = row;
      while (first >= 12) {
        first -= 12; // 12 x 7 is a multiple of 12
      }
      assertThat(image(store, row)).containsExactly(image(store, first));
    }
    assertThat(image(store, 0)).isNotEqualTo(image(store, 1));
  }

  @Test
  void looksAtNothingButTheFirstPicture() {
    byte[] broken = {1, 2, 3};
    TinyDataset dataset = new TinyDataset();
    dataset.shard(
        sampleOf("a", "1", RED, "red"),
        sampleOf("b", "1", GREEN, "green"),
        sampleOf("c", "2", GREEN, "green"),
        sampleOf("d", "3", BLUE, "blue"));
    dataset.shard(
        sampleOf("e", "4", BLUE, "blue"), // the last of the first unit
        shows("f", "1", broken, "red", "blue"),
        sampleOf("g", "4", RED, "red"));

    EmbedResult result = embed(request(dataset, "out"));

    EmbeddingStore store = EmbeddingStore.open(folder.resolve("out"));
    assertThat(result.images()).isEqualTo(4);
    assertThat(result.rejects()).isZero();
    assertThat(image(store, 1)).containsExactly(1, 0, 0);
    assertThat(store.key(6)).isEqualTo("f#1");
    assertThat(image(store, 5)).containsExactly(1, 0, 0);
    assertThat(image(store, 6)).containsExactly(1, 0, 0);
    assertThat(image(store, 7)).containsExactly(0, 0, 1);
  }

  @Test
  void keepsAnImageWhoseFirstCaptionCannotBeUsed() {
    TinyDataset dataset = new TinyDataset();
    dataset.shard(sampleOf("a", "1", RED, "unheard"), sampleOf("b", "1", GREEN, "green"));

    EmbedResult result = embed(request(dataset, "out"));

    assertThat(result.images()).isEqualTo(1);
    assertThat(image(EmbeddingStore.open(folder.resolve("out")), 0)).containsExactly(1, 0, 0);
  }

  @Test
  void takesSamplesWithoutAnImageIdForImagesOfTheirOwn() {
    TinyDataset dataset = new TinyDataset();
    dataset.shard(sample("1", RED, "red"), sampleOf("b", "1", GREEN, "green"));

    EmbedResult result = embed(request(dataset, "out"));

    assertThat(result.images()).isEqualTo(2);
    assertThat(image(EmbeddingStore.open(folder.resolve("out")), 1)).containsExactly(0, 1, 0);
  }

  @Test
  void rejectsSamplesWithTheImageOfARejectedOne() {
    TinyDataset dataset = new TinyDataset();
    dataset.shard(
        shows("a", "1", new byte[] {1, 2, 3}, "red"),
        sampleOf("b", "1", RED, "red", "green"),
        sampleOf("c", "2", GREEN, "green"));

    embed(request(dataset, "out"));

    List<Reject> rejects = Rejects.read(folder.resolve("out").resolve(Rejects.FILE_NAME));
    assertThat(rejects).extracting(Reject::key).containsExactly("a", "b");
    assertThat(rejects.get(1).reason()).contains("earlier sample has the same image id");
  }

  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void givesTheSameBytesWhereverItIsKilled(StoreLayout layout) throws IOException {
    EmbedResult whole = embed(request(repeating(), "whole").withStore(layout, VectorType.FLOAT16));
    for (int samples = 0; samples < 23; samples += 3) {
      EmbedRequest request =
          request(repeating(), "killed-" + samples).withStore(layout, VectorType.FLOAT16);
      Killed.after(request, samples);
      EmbedResult result = embed(request);

      assertThat(Killed.files(request.output()))
          .as("killed after " + samples)
          .isEqualTo(Killed.files(folder.resolve("whole")));
      assertThat(result.images()).isEqualTo(whole.images()).isEqualTo(9);
    }
  }

  @Test
  void refusesToResumeWithoutTheVectorsItNeeds() throws IOException {
    EmbedRequest request = request(repeating(), "out");
    Killed.after(request, 12);
    Files.write(
        request.output().resolve(UnitJournal.FOLDER).resolve("images.vectors"), new byte[9]);

    assertThatThrownBy(() -> embed(request))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("images.vectors: is truncated");
  }

  /** 24 samples of 8 images, the third of which is broken where it comes first, and one more. */
  private static SampleSource repeating() {
    TinyDataset dataset = new TinyDataset();
    for (int shard = 0; shard < 4; shard++) {
      List<Sample> samples = new ArrayList<>();
      for (int i = 6 * shard; i < 6 * shard + 6; i++) {
        int image = i * 5 % 8;
        samples.add(
            i == 2
                ? shows("s" + i, "i" + image, new byte[] {1}, "red")
                : sampleOf("s" + i, "i" + image, 0x102030 + i * 0x030501, "red", "blue"));
      }
      dataset.shard(samples.toArray(Sample[]::new));
    }
    return dataset.shard(sample("alone", RED, "red"));
  }

  private static Sample shows(String key, String imageId, byte[] image, String... captions) {
    return new Sample(
        key,
        Optional.ofNullable(image),
        List.of(captions),
        Optional.ofNullable(imageId),
        OptionalInt.empty(),
        new TreeMap<>(),
        Map.of());
  }

  private static float[] image(EmbeddingStore store, long row) {
    float[] image = new float[3];
    store.readRange(row, row + 1, image, new float[3]);
    return image;
  }
}
