// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.Rows;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every layout must do: the same samples come out of each, from any shard, any number of
 * times.
 */
final class LayoutContractTest {
  private static final int SAMPLES = 7;

  @TempDir private Path folder;

  private final List<Sample> samples = new ArrayList<>();

  enum Layout {
    WEBDATASET,
    PARQUET,
    JSON,
    JSON_LINES,
    COCO,
    KARPATHY,
    CSV,
    TSV,
    FOLDER
  }

  @BeforeEach
  void writeImages() throws IOException {
    for (int i = 0; i < SAMPLES; i++) {
      byte[] image = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) i};
      List<String> captions = new ArrayList<>();
      for (int c = 0; c <= i % 3; c++) {
        captions.add("caption " + c + ", of \"" + i + "\" – ünï\tcode 😀");
      }
      samples.add(
          new Sample(
              "k" + i,
              Optional.of(image),
              captions,
              Optional.of("i" + i),
              OptionalInt.empty(),
              new TreeMap<>(),
              Map.of()));
      Files.createDirectories(folder.resolve("images"));
      Files.write(folder.resolve("images/k" + i + ".jpg"), image);
    }
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void givesTheSameSamples(Layout layout) throws IOException {
    Rows rows = Rows.of(open(layout));

    assertThat(rows.rejects()).isEmpty();
    assertThat(rows.samples())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields(
            "metadata", "members", "imageFile")
        .containsExactlyElementsOf(samples);
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void restartsAtAnyShard(Layout layout) throws IOException {
    SampleSource source = open(layout);
    List<String> whole = Rows.of(source).keys();

    List<String> pieces = new ArrayList<>();
    for (int shard = 0; shard < source.shards(); shard++) {
      for (int repeat = 0; repeat < 2; repeat++) {
        List<String> keys = new ArrayList<>();
        try (SampleReader reader = source.open(shard, reject -> {})) {
          reader.forEachRemaining(sample -> keys.add(sample.key()));
        }
        if (repeat == 1) {
          pieces.addAll(keys);
        }
      }
    }
    assertThat(pieces).isEqualTo(whole).hasSize(SAMPLES);
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void listsItsInputsForTheProvenance(Layout layout) throws IOException {
    SampleSource source = open(layout);
    assertThat(source.inputs()).isNotEmpty().allMatch(input -> input.sha256().length() == 64);
    assertThat(open(layout).fingerprint()).isEqualTo(source.fingerprint());
  }

  /** Blocks of 2 rows, so that layouts without shards get four. */
  private SampleSource open(Layout layout) throws IOException {
    SourceOptions options = SourceOptions.DEFAULTS.withShardRows(2);
    boolean inTable = layout != Layout.WEBDATASET && layout != Layout.FOLDER;
    return SampleSources.open(
        write(layout).toString(),
        inTable ? options.withImageRoot(folder.resolve("images")) : options);
  }

  private Path write(Layout layout) throws IOException {
    return switch (layout) {
      case WEBDATASET -> written(new WebDatasetWriter(folder.resolve("x.tar")), "x.tar");
      case PARQUET -> written(new ParquetSampleWriter(folder.resolve("x.parquet")), "x.parquet");
      case JSON -> text("x.json", albef().toString());
      case JSON_LINES -> {
        List<String> lines = new ArrayList<>();
        albef().forEach(row -> lines.add(row.toString()));
        yield text("x.jsonl", String.join("\n", lines) + "\n");
      }
      case COCO -> text("coco.json", coco().toString());
      case KARPATHY -> text("karpathy.json", karpathy().toString());
      case CSV -> text("x.csv", table(","));
      case TSV -> text("x.tsv", table("\t"));
      case FOLDER -> imageFolder();
    };
  }

  private Path written(SampleWriter writer, String name) {
    try (writer) {
      samples.forEach(writer::write);
      writer.commit();
    }
    return folder.resolve(name);
  }

  private Path text(String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(UTF_8));
  }

  private ArrayNode albef() {
    ArrayNode list = Json.mapper().createArrayNode();
    for (Sample sample : samples) {
      ObjectNode row =
          list.addObject().put("key", sample.key()).put("image", sample.key() + ".jpg");
      row.put("image_id", sample.imageId().orElseThrow());
      if (sample.captions().size() == 1) {
        row.put("caption", sample.captions().get(0));
      } else {
        sample.captions().forEach(row.withArray("caption")::add);
      }
    }
    return list;
  }

  private ObjectNode coco() {
    ObjectNode root = Json.mapper().createObjectNode();
    root.putObject("info").put("year", 2014);
    for (Sample sample : samples) {
      root.withArray("images")
          .addObject()
          .put("id", sample.imageId().orElseThrow())
          .put("file_name", sample.key() + ".jpg");
    }
    for (int c = 0; c < 3; c++) {
      for (Sample sample : samples) {
        if (c < sample.captions().size()) {
          root.withArray("annotations")
              .addObject()
              .put("image_id", sample.imageId().orElseThrow())
              .put("caption", sample.captions().get(c));
        }
      }
    }
    return root;
  }

  private ObjectNode karpathy() {
    ObjectNode root = Json.mapper().createObjectNode();
    for (Sample sample : samples) {
      ObjectNode row =
          root.withArray("images")
              .addObject()
              .put("filepath", "../images")
              .put("filename", sample.key() + ".jpg")
              .put("image_id", sample.imageId().orElseThrow());
      sample.captions().forEach(text -> row.withArray("sentences").addObject().put("raw", text));
    }
    root.put("dataset", "coco");
    return root;
  }

  private String table(String separator) {
    StringBuilder table =
        new StringBuilder(String.join(separator, "key", "filepath", "title", "image_id") + "\r\n");
    for (Sample sample : samples) {
      ArrayNode captions = Json.mapper().createArrayNode();
      sample.captions().forEach(captions::add);
      String caption =
          sample.captions().size() == 1 ? sample.captions().get(0) : captions.toString();
      table
          .append(sample.key() + separator + sample.key() + ".jpg" + separator)
          .append('"' + caption.replace("\"", "\"\"") + '"' + separator)
          .append(sample.imageId().orElseThrow() + "\r\n");
    }
    return table.toString();
  }

  private Path imageFolder() throws IOException {
    for (Sample sample : samples) {
      Path image = folder.resolve("images/" + sample.key() + ".jpg");
      ObjectNode json =
          Json.mapper().createObjectNode().put("image_id", sample.imageId().orElseThrow());
      if (sample.captions().size() > 1) {
        sample.captions().forEach(json.withArray("captions")::add);
      }
      Files.writeString(image.resolveSibling(sample.key() + ".json"), json.toString());
      Files.writeString(
          image.resolveSibling(sample.key() + ".txt"), String.join("\n", sample.captions()));
    }
    Files.writeString(folder.resolve("images/README.txt"), "no image beside it");
    return folder.resolve("images");
  }
}
