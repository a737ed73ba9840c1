// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static dev.falcon.onnx.embed.TinyDataset.sample;
import static dev.falcon.onnx.embed.TinyDataset.sampleOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.Shard;
import dev.falcon.onnx.embed.EmbedRequest.CaptionMode;
import dev.falcon.onnx.embed.internal.PartsFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EmbedPartsTest extends UnitsOfFive {
  private static final int RED = 0xff0000;
  private static final int GREEN = 0x00ff00;

  /**
   * Five shards: images that come again in later ones, among them a broken one; keys that come
   * again, in their own shard and in a later one; an image id that is another sample's key; a shard
   * of nothing usable.
   */
  private static SampleSource dataset() {
    TinyDataset dataset = new TinyDataset();
    for (int shard = 0; shard < 3; shard++) {
      List<Sample> samples = new ArrayList<>();
      for (int i = 8 * shard; i < 8 * shard + 8; i++) {
        int image = i * 5 % 11;
        samples.add(
            image == 10
                ? shows("s" + i, "i" + image, new byte[] {1}, "red")
                : sampleOf("s" + i, "i" + image, 0x102030 + i * 0x030501, "red", "blue"));
      }
      dataset.shard(samples.toArray(Sample[]::new));
    }
    dataset.shard(sample("nothing", RED, ""));
    return dataset.shard(
        sample("i3", RED, "red"),
        sample("s4", RED, "green"),
        sample("i3", GREEN, "green"),
        sample("alone", GREEN, "mixed"));
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

  private static PartsResult embed(EmbedRequest request, int index, int count) {
    return EmbedParts.embed(request, new Shard(index, count), Sessions.onCpu(), Progress.NONE);
  }

  private static MergedStore merge(EmbedRequest request) {
    return EmbedParts.merge(request.output(), Progress.NONE);
  }

  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void anyNumberOfTasksMakeTheSameStore(StoreLayout layout) throws IOException {
    EmbedRequest one = request(dataset(), "one").withStore(layout, VectorType.FLOAT16);
    assertThat(embed(one, 0, 1).embedded()).isEqualTo(5);
    MergedStore merged = merge(one);
    for (int count : new int[] {3, 7}) {
      EmbedRequest many = request(dataset(), "of-" + count).withStore(layout, VectorType.FLOAT16);
      for (int index = count - 1; index >= 0; index--) {
        embed(many, index, count);
      }
      assertThat(merge(many).rows()).isEqualTo(merged.rows());
      assertThat(Killed.files(many.output())).isEqualTo(Killed.files(one.output()));
    }
  }

  /** A run over the whole dataset keeps what it has seen itself, and knows no parts. */
  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void theRowsAreThoseOfARunWithoutParts(StoreLayout layout) {
    EmbedRequest whole = request(dataset(), "whole").withStore(layout, VectorType.FLOAT16);
    EmbedResult expected = Embedder.embed(whole, Sessions.onCpu(), Progress.NONE);
    EmbedRequest parts = request(dataset(), "parts").withStore(layout, VectorType.FLOAT16);
    embed(parts, 0, 2);
    embed(parts, 1, 2);
    MergedStore merged = merge(parts);

    assertThat(merged.rows()).isEqualTo(expected.rows());
    assertThat(merged.samples()).isEqualTo(expected.samples());
    EmbeddingStore one = EmbeddingStore.open(whole.output());
    EmbeddingStore two = EmbeddingStore.open(parts.output());
    for (long row = 0; row < one.rows(); row++) {
      assertThat(two.key(row)).isEqualTo(one.key(row));
      assertThat(two.imageId(row)).isEqualTo(one.imageId(row));
      assertThat(two.caption(row)).isEqualTo(one.caption(row));
      float[][] vectors = new float[4][3];
      one.readRange(row, row + 1, vectors[0], vectors[1]);
      two.readRange(row, row + 1, vectors[2], vectors[3]);
      assertThat(vectors[2]).as(one.key(row)).containsExactly(vectors[0]);
      assertThat(vectors[3]).containsExactly(vectors[1]);
    }
    assertThat(Rejects.read(parts.output().resolve(Rejects.FILE_NAME)))
        .extracting(Reject::reason)
        .filteredOn(reason -> reason.contains("same key"))
        .hasSize(2);
    assertThat(two.manifest().orElseThrow().provenance().options())
        .containsEntry("parts", "dataset-shards");
    assertThat(parts.output().toFile().list())
        .doesNotContain("parts", PartsFolder.REQUEST, "tasks.json");
  }

  @Test
  void resumesAfterAKillWithAnotherNumberOfTasks() throws IOException {
    EmbedRequest whole = request(dataset(), "whole");
    embed(whole, 0, 1);
    merge(whole);

    EmbedRequest request = request(dataset(), "out");
    AtomicLong left = new AtomicLong(11); // dies in the second of its parts
    Progress dying =
        (name, total, unit) ->
            new Progress.Task(
                amount -> {
                  if (left.addAndGet(-amount) < 0) {
                    throw new Killed();
                  }
                },
                () -> {});
    assertThatThrownBy(() -> EmbedParts.embed(request, new Shard(0, 2), Sessions.onCpu(), dying))
        .isInstanceOf(Killed.class);
    assertThatThrownBy(() -> merge(request))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            request.output() + ": 4 of 5 parts are missing; embed them by tasks --array=0-1 of 2");
    PartsResult again = embed(request, 0, 3);
    assertThat(again.found()).isEqualTo(1);
    assertThat(again.embedded()).isEqualTo(1);
    embed(request, 1, 3);
    assertThat(embed(request, 2, 3).missing()).isZero();
    leave(request, "parts.json." + UUID.randomUUID() + ".partial");
    merge(request);
    assertThat(Killed.files(request.output())).isEqualTo(Killed.files(whole.output()));
    leave(request, "tasks.json");
    leave(request, "parts/part-00000/store.json");
    Files.copy(
        request.output().resolve("store.json"),
        request.output().resolve("parts/part-00000/store.json"),
        StandardCopyOption.REPLACE_EXISTING);
    MergedStore merged = merge(request);
    assertThat(merged.rows()).isEqualTo(merge(whole).rows());
    assertThat(merged.rejects()).isEqualTo(merge(whole).rejects()).isPositive();
    assertThat(Killed.files(request.output())).isEqualTo(Killed.files(whole.output()));
    PartsResult late = embed(request, 1, 2);
    assertThat(late.embedded()).isZero();
    assertThat(late.found()).isEqualTo(2);
    assertThat(late.missing()).isZero();
    assertThat(Killed.files(request.output())).isEqualTo(Killed.files(whole.output()));
    EmbedRequest other = request.withStore(StoreLayout.ARROW, VectorType.FLOAT16);
    assertThatThrownBy(() -> embed(other, 0, 1))
        .isInstanceOf(RequestException.class)
        .hasMessage(request.output() + ": already exists; name another folder, or overwrite it");
  }

  @Test
  void tasksThatOverwriteLeaveTheEarlierStoreUntilTheirsIsWhole() throws IOException {
    EmbedRequest earlier = request(dataset(), "out");
    embed(earlier, 0, 1);
    merge(earlier);
    EmbedRequest other = request(dataset(), "other").withCaptions(CaptionMode.FIRST);
    embed(other, 0, 1);
    MergedStore expected = merge(other);
    long rows = EmbeddingStore.open(earlier.output()).rows();
    EmbedRequest over = earlier.withCaptions(CaptionMode.FIRST).withOverwrite(true);
    embed(over, 0, 2);
    assertThat(EmbeddingStore.open(over.output()).rows()).isEqualTo(rows);
    assertThat(EmbedParts.status(over.output()).orElseThrow().missing()).hasSize(2);
    assertThatThrownBy(() -> merge(over)).hasMessageContaining("parts are missing");
    assertThat(EmbeddingStore.open(over.output()).rows()).isEqualTo(rows);
    embed(over, 1, 2);
    assertThat(EmbedParts.isHere(over.output())).isTrue();
    MergedStore merged = merge(over);
    assertThat(merged.folder()).isEqualTo(over.output());
    assertThat(merged.rows()).isEqualTo(expected.rows()).isLessThan(rows);
    assertThat(Killed.files(over.output())).isEqualTo(Killed.files(other.output()));
  }

  /** A file that a task or a merge that was stopped has not removed. */
  private static void leave(EmbedRequest request, String name) throws IOException {
    Path file = request.output().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{}");
  }

  @Test
  void refusesAStoreThatIsBegunWithoutParts() {
    EmbedRequest request = request(dataset(), "out");
    Killed.after(request, 8);

    assertThatThrownBy(() -> embed(request, 0, 2))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            request.output()
                + ": holds an unfinished store that is not shared between tasks; finish it, or"
                + " overwrite it");
  }

  @Test
  void refusesInOneLineWhatDoesNotBelongTogether() throws IOException {
    EmbedRequest request = request(dataset(), "out");
    embed(request, 0, 2);
    assertThatThrownBy(() -> embed(request.withCaptions(CaptionMode.FIRST), 1, 2))
        .hasMessage(
            request.output()
                + ": holds parts of another request: there {captions=ALL}; give its options, or"
                + " overwrite it");
    SampleSource longer = dataset();
    ((TinyDataset) longer).shard(sample("more", RED, "red"));
    assertThatThrownBy(() -> embed(request(longer, "out"), 1, 2))
        .hasMessageContaining("its dataset had 5 shards from")
        .hasMessageContaining("this one has 6");
    embed(request, 1, 2);
    Path foreign = request.output().resolve("parts/part-00001/store.json");
    String manifest = Files.readString(foreign);
    Files.writeString(foreign, manifest.replaceFirst("falcon_version\"\\s*:\\s*\"", "$0other-"));
    assertThatThrownBy(() -> merge(request))
        .hasMessage(
            foreign.getParent()
                + ": belongs to another request or release; remove it, and embed it again");
    Files.writeString(foreign, manifest);
    Path cut = request.output().resolve("parts/part-00000/part-00000.arrow");
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 8));
    assertThatThrownBy(() -> merge(request)).hasMessage(notAsWritten(cut));
    assertThat(request.output().resolve("store.json")).doesNotExist();
    Files.write(cut, bytes);
    assertThat(merge(request).rows()).isPositive();
  }

  private static String notAsWritten(Path file) {
    return file + ": is not as it was written; remove " + file.getParent() + ", and embed it again";
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void aBitThatChangesIsSeenByTheMergeAndByTheNextOne() throws IOException {
    EmbedRequest request = request(dataset(), "out");
    embed(request, 0, 1);
    Path part = request.output().resolve("parts/part-00001/part-00000.arrow");
    for (int at = 0; at < Files.size(part); at += 101) {
      flip(part, at);
      assertThatThrownBy(() -> merge(request)).as("byte " + at).hasMessage(notAsWritten(part));
      flip(part, at);
    }
    Path keys = request.output().resolve("parts/part-00001/unfinished/unit-00000.keys");
    flip(keys, 3);
    assertThatThrownBy(() -> merge(request))
        .hasMessageStartingWith(keys + ": is not as it was written; ");
    flip(keys, 3);
    Path unit = request.output().resolve("parts/part-00001/unfinished/unit-00000.json");
    flip(unit, Files.readString(unit).indexOf("samples\" : ") + 11);
    assertThatThrownBy(() -> merge(request))
        .hasMessageStartingWith(unit + ": is not as it was written; ");
    flip(unit, Files.readString(unit).indexOf("samples\" : ") + 11);
    long rows = merge(request).rows();
    Path merged = request.output().resolve("part-00000.arrow");
    flip(merged, (int) Files.size(merged) / 2);
    assertThatThrownBy(() -> merge(request))
        .hasMessage(
            merged + ": is not as it was written; restore it, or embed again (overwrite it)");
    flip(merged, (int) Files.size(merged) / 2);
    Path manifest = request.output().resolve("store.json");
    flip(manifest, Files.readString(manifest).indexOf("commit\" : \"") + 11);
    assertThatThrownBy(() -> merge(request))
        .hasMessage(
            manifest + ": is not as it was written; restore it, or embed again (overwrite it)");
    flip(manifest, Files.readString(manifest).indexOf("commit\" : \"") + 11);
    Path rejects = request.output().resolve("rejects.parquet");
    List<Reject> listed = Rejects.read(rejects);
    int refused = 0;
    for (int at = 0; at < Files.size(rejects); at += 3) {
      flip(rejects, at);
      try {
        merge(request);
        assertThat(Rejects.read(rejects)).as("byte " + at).isEqualTo(listed);
      } catch (FalconException e) {
        assertThat(e).hasMessageStartingWith(rejects + ": ");
        refused++;
      }
      flip(rejects, at);
    }
    assertThat(refused).isGreaterThan(50); // other bits change no row
    assertThat(merge(request).rows()).isEqualTo(rows);
  }
}
