// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.internal.source.WebDatasetWriter;
import dev.falcon.data.npy.NpyArray;
import dev.falcon.data.npy.NpyHeader;
import dev.falcon.data.sample.CaptionLines;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that once broke a reader. A broken row is a reject, a broken file one line. */
class HostileFilesTest {
  @TempDir private Path folder;

  private final List<Sample> samples = new ArrayList<>();
  private final List<Reject> rejects = new ArrayList<>();

  private static Path file(String name) {
    try {
      return Path.of(HostileFilesTest.class.getResource("/hostile/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private void read(Path file) {
    SampleSources.open(file.toString()).forEach(samples::add, rejects::add);
  }

  @Test
  void aJpegWhoseComponentsShareAnIdentifierIsBroken() {
    read(file("jpeg-npe.tar"));

    List<String> broken = new ArrayList<>();
    for (Sample sample : samples) {
      try {
        new ImageDecoder().decode(sample.image().orElseThrow());
      } catch (ImageException e) {
        broken.add(sample.key());
      }
    }
    assertThat(rejects).isEmpty();
    assertThat(samples).hasSize(3);
    assertThat(broken).containsExactly("b");
  }

  @Test
  void parquetValuesOfImpossibleLengthAreRejected() {
    read(file("value-beyond.parquet"));

    assertThat(samples).extracting(Sample::captions).containsExactly(List.of("abcdefg"));
    assertThat(rejects).hasSize(1);
  }

  @Test
  void aNegativeNumberOfRowsIsRejected() {
    read(file("rows.parquet"));

    assertThat(samples).isEmpty();
    assertThat(rejects)
        .extracting(Reject::reason)
        .singleElement()
        .asString()
        .endsWith("it claims -12 rows in 2994 bytes");
  }

  /** The first page's length is raised to the most that its two bytes hold. */
  @Test
  void aPageThatClaimsMoreThanItsColumnHasIsRejected() throws IOException {
    Path file = folder.resolve("a.parquet");
    TableSchema schema = TableSchema.of(TableSchema.required("caption", ColumnType.UTF8));
    try (TableWriter writer = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
      for (int i = 0; i < 60; i++) {
        writer.setString(0, Long.toString(1_000_003L * i * i * i, 36)).endRow();
      }
      writer.commit();
    }
    byte[] bytes = Files.readAllBytes(file);
    int size = 7; // after the mark, the page's type, and the mark of the unpacked length
    while (bytes[size++] < 0) {}
    assertThat(bytes[size]).isEqualTo((byte) 0x15);
    assertThat(bytes[size + 1]).isNegative();
    assertThat(bytes[size + 2]).isPositive();
    bytes[size + 1] = (byte) 0xFE;
    bytes[size + 2] = 0x7F;
    Files.write(file, bytes);

    read(file);

    assertThat(samples).isEmpty();
    assertThat(rejects)
        .extracting(Reject::reason)
        .singleElement()
        .asString()
        .endsWith("a page of it claims 8191 bytes");
  }

  @Test
  void theMembersOfASampleCountTogether() throws IOException {
    Path tar = folder.resolve("a.tar");
    try (WebDatasetWriter writer = new WebDatasetWriter(tar)) {
      byte[] half = new byte[600];
      writer.write(
          new Sample(
              "large",
              Optional.empty(),
              List.of("a"),
              Optional.empty(),
              OptionalInt.empty(),
              new TreeMap<>(),
              Map.of("x", half, "y", half)));
      writer.write(
          new Sample(
              "small",
              Optional.empty(),
              List.of("b"),
              Optional.empty(),
              OptionalInt.empty(),
              new TreeMap<>(),
              Map.of()));
      writer.commit();
    }

    SampleSources.open(tar.toString(), SourceOptions.DEFAULTS.withMaxFileBytes(1000))
        .forEach(samples::add, rejects::add);

    assertThat(samples).extracting(Sample::key).containsExactly("small");
    assertThat(rejects)
        .extracting(Reject::reason)
        .containsExactly("its members have together 1201 bytes, more than the 1000 allowed");
  }

  @Test
  void aTarMemberThatClaimsMoreThanTheFileHasTakesNoMemory() throws IOException {
    byte[] header = new byte[1024];
    byte[] name = "a.txt".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(name, 0, header, 0, name.length);
    byte[] size = "01440000000".getBytes(StandardCharsets.US_ASCII); // 200 MiB
    System.arraycopy(size, 0, header, 124, size.length);
    header[156] = '0';
    int sum = 8 * ' ';
    for (byte b : header) {
      sum += b;
    }
    byte[] checksum = String.format(Locale.ROOT, "%06o", sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(checksum, 0, header, 148, checksum.length);
    Path tar = Files.write(folder.resolve("a.tar"), header);

    read(tar);

    assertThat(rejects)
        .extracting(Reject::reason)
        .containsExactly("the tar is cut at byte 1024: 209714688 bytes of the member are missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows.json", "rows.jsonl", "coco.json", "karpathy.json"})
  void jsonThatIsNestedTooDeeplyIsRejected(String name) throws IOException {
    String deep = "[".repeat(1001) + "]".repeat(1001);
    String row = "{\"file_name\": \"a.png\", \"x\": " + deep + "}";
    String text =
        switch (name) {
          case "coco.json" -> "{\"images\": [" + row + "], \"annotations\": [{}]}";
          case "karpathy.json" -> "{\"images\": [" + row + "]}";
          case "rows.json" -> "[" + row + "]";
          default -> "{\"caption\": \"a\"}\n" + row + "\n";
        };
    Path file = Files.writeString(folder.resolve(name), text);

    DatasetFormat format =
        switch (name) {
          case "coco.json" -> DatasetFormat.COCO;
          case "karpathy.json" -> DatasetFormat.KARPATHY;
          default -> DatasetFormat.JSON;
        };
    SampleSources.open(file.toString(), SourceOptions.DEFAULTS.withFormat(format))
        .forEach(samples::add, rejects::add);

    assertThat(rejects).extracting(Reject::reason).asString().contains("nesting depth");
  }

  @Test
  void npyShapesThatAreNoNumbersAreDamage() throws IOException {
    Path npy = file("shape.npy");
    byte[] bytes = Files.readAllBytes(npy);

    assertThatThrownBy(() -> NpyHeader.read(npy))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("is no extent of an array");
    assertThatThrownBy(() -> NpyArray.parse("a.npy", bytes)).isInstanceOf(FalconException.class);
  }

  @Test
  void storesWithNumbersBeyondAllBoundsAreRefused() throws IOException {
    for (String part : List.of("img_emb", "text_emb")) {
      Path shard = folder.resolve(part).resolve(part + "_99999999999999999999.npy");
      Files.createDirectories(shard.getParent());
      Files.write(shard, new byte[10]);
    }
    assertThatThrownBy(() -> EmbeddingStore.open(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has no rows");
  }

  @Test
  void damagedPartsOfAStoreAreNamed() throws IOException {
    StoreOptions options =
        new StoreOptions(StoreLayout.ARROW, VectorType.FLOAT32, 64, 1000, true, true, null);
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      float[] vector = new float[64];
      vector[0] = 1;
      for (int i = 0; i < 40; i++) {
        writer.append("k" + i, Optional.of("i"), Optional.of("c"), vector, 0, vector, 0);
      }
      writer.finish();
    }
    Path part = folder.resolve("part-00000.arrow");
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(part)).order(ByteOrder.LITTLE_ENDIAN);
    int ends = 0; // the keys lie at 0, 2 and 4
    while (bytes.getInt(ends) != 0 || bytes.getInt(ends + 4) != 2 || bytes.getInt(ends + 8) != 4) {
      ends += 4;
    }
    bytes.putInt(ends + 8, 5000);
    Files.write(part, bytes.array());

    assertThatThrownBy(
            () -> {
              EmbeddingStore store = EmbeddingStore.open(folder);
              StoreCheck.run(store, Progress.NONE);
              for (long row = 0; row < store.rows(); row++) {
                store.caption(row);
                store.imageId(row);
              }
            })
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(folder.toString());
  }

  @Test
  void arrowTextsOfImpossibleLengthAreDamage() throws IOException {
    Path arrow = folder.resolve("a.arrow");
    TableSchema schema = TableSchema.of(TableSchema.required("caption", ColumnType.UTF8));
    try (TableWriter writer = TableWriter.create(arrow, TableFormat.ARROW, schema, Map.of())) {
      writer.setString(0, "abcdefg").endRow();
      writer.setString(0, "hijkl").endRow();
      writer.commit();
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(arrow)).order(ByteOrder.LITTLE_ENDIAN);
    int ends = 0; // the texts lie at 0, 7 and 12
    while (bytes.getInt(ends) != 0 || bytes.getInt(ends + 4) != 7 || bytes.getInt(ends + 8) != 12) {
      ends += 4;
    }
    bytes.putInt(ends + 8, 5000);
    Files.write(arrow, bytes.array());

    assertThatThrownBy(
            () -> {
              try (TableReader table = TableReader.open(arrow)) {
                table.column(ColumnType.UTF8, "caption");
                while (table.next()) {
                  table.getString(0);
                }
              }
            })
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("truncated or damaged after row");
  }

  /** Harmless files, deeper than any table, in place of fields that lie within themselves. */
  @ParameterizedTest
  @ValueSource(strings = {"nested-70.arrow", "nested-70-stream.arrow"})
  void arrowFieldsThatLieTooDeepWithinOthersAreRefused(String name) {
    Path arrow = file(name);
    String message =
        arrow
            + ": damaged Arrow file: its fields lie within each other without an end, or more than"
            + " 64 deep";
    assertThatThrownBy(() -> TableReader.open(arrow))
        .isInstanceOf(FalconException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> SampleSources.open(arrow.toString()).knownSamples())
        .isInstanceOf(FalconException.class)
        .hasMessage(message);
  }

  @Test
  void linksAreNotFollowedOutOfAFolderAndRoundItOnce() throws IOException {
    Path outside = Files.writeString(folder.resolve("secret"), "of no one's business");
    Path dataset = Files.createDirectories(folder.resolve("dataset/deep"));
    byte[] png = new Scenes(ScenesConfig.standard()).sample(Split.TEST, 0).image().orElseThrow();
    for (String name : List.of("a.png", "b.png", "deep/c.png")) {
      Files.write(folder.resolve("dataset").resolve(name), png);
    }
    Files.writeString(folder.resolve("dataset/a.txt"), "a caption");
    Files.createSymbolicLink(folder.resolve("dataset/b.txt"), outside);
    Files.createSymbolicLink(dataset.resolve("loop"), Path.of(".."));
    Files.createSymbolicLink(dataset.resolve("d.png"), Path.of("../a.png"));
    Files.createSymbolicLink(dataset.resolve("out"), Path.of("../.."));
    Files.createSymbolicLink(dataset.resolve("nowhere.png"), Path.of("missing"));

    read(folder.resolve("dataset"));

    assertThat(samples).extracting(Sample::key).containsExactly("a", "deep/c", "deep/d");
    assertThat(rejects)
        .extracting(Reject::reason)
        .containsExactly(
            "file 'b.txt' is a link that leads out of the image root; it is not followed",
            "there is no file 'deep/nowhere.png' below the image root");
  }

  @Test
  void packedTextOfManyCaptionsIsRejected() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("a\n".repeat(200_000).getBytes(StandardCharsets.US_ASCII));
    }
    Path tar = folder.resolve("a.tar");
    try (WebDatasetWriter writer = new WebDatasetWriter(tar)) {
      writer.write(
          new Sample(
              "k",
              Optional.empty(),
              List.of(),
              Optional.empty(),
              OptionalInt.of(1),
              new TreeMap<>(),
              Map.of("txt.gz", packed.toByteArray())));
      writer.commit();
    }

    SampleSources.open(tar.toString(), SourceOptions.DEFAULTS.withCaptionLines(CaptionLines.EACH))
        .forEach(samples::add, rejects::add);

    assertThat(rejects)
        .extracting(Reject::reason)
        .containsExactly("it has more than 100000 captions");
  }
}
