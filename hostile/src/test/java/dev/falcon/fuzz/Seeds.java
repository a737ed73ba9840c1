// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.data.internal.source.ParquetSampleWriter;
import dev.falcon.data.internal.source.SampleWriter;
import dev.falcon.data.internal.source.WebDatasetWriter;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.npy.NpyWriter;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Sound files of every kind, written by Falcon itself where it can, and those that once broke it.
 */
final class Seeds {
  /** The first line of a conversion's journal. */
  static final String JOURNAL_REQUEST = "{\"command\":\"data convert\"}";

  private static final int ROWS = 12;
  private static final int DIMENSION = 8;

  private final Path folder;
  private final Path home = Path.of(System.getProperty("falcon.home"));

  /**
   * @param folder where they may be written
   */
  Seeds(Path folder) {
    this.folder = folder;
  }

  /** Where seeds may be written. */
  Path folder() {
    return folder;
  }

  /** The seeds of a target; at least one. */
  List<byte[]> of(Target target) throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    switch (target) {
      case IMAGE ->
          addAll(
              seeds,
              home.resolve("data-tools/images/src/test/resources/dev/falcon/data/image/golden"),
              ".*\\.(jpg|png|gif|bmp|webp)");
      case NPY, NPY_FILE, STORE_NPY -> {
        seeds.add(npy());
        add(seeds, "shape.npy");
      }
      case TAR -> {
        seeds.add(samples("a.tar", WebDatasetWriter::new));
        seeds.add(packed(seeds.get(0)));
        add(seeds, "jpeg-npe.tar");
      }
      case PARQUET_SAMPLES, STORE_METADATA -> {
        seeds.add(samples("a.parquet", ParquetSampleWriter::new));
        for (String damaged : List.of("value-beyond.parquet", "rows.parquet")) {
          add(seeds, damaged);
        }
        seeds.add(table(TableFormat.PARQUET));
      }
      case JSON_SAMPLES -> {
        seeds.add(
            utf8(
                "[{\"image\": \"a.png\", \"caption\": [\"x\", \"y\"], \"image_id\": 3},"
                    + " {\"caption\": \"z\", \"label\": 2}]"));
        seeds.add(
            utf8(
                """
                {"caption": "a", "w": {"b": [1, 2.5, null]}}
                {"caption": "[\\"p\\", \\"q\\"]"}
                """));
        seeds.add("[{\"caption\": \"a\"}]".getBytes(StandardCharsets.UTF_16LE));
      }
      case COCO ->
          seeds.add(
              utf8(
                  "{\"info\": {}, \"images\": [{\"id\": 7, \"file_name\": \"a.png\"}],"
                      + " \"annotations\": [{\"id\": 1, \"image_id\": 7, \"caption\": \"x\"}]}"));
      case KARPATHY ->
          seeds.add(
              utf8(
                  "{\"images\": [{\"filepath\": \"val\", \"filename\": \"a.png\", \"split\":"
                      + " \"test\", \"cocoid\": 5, \"sentences\": [{\"raw\": \"x\"}, {\"raw\":"
                      + " \"y\"}]}], \"dataset\": \"coco\"}"));
      case CSV_SAMPLES, CSV_TABLE -> {
        seeds.add(utf8("image,caption,label\na.png,\"one, \"\"two\"\"\nthree\",1\n,b,\r\n"));
        seeds.add(utf8("key\tcaption\nk\ta b\n"));
        seeds.add(table(TableFormat.CSV));
      }
      case DETECTED_SAMPLES -> {
        for (Target kind :
            List.of(Target.TAR, Target.PARQUET_SAMPLES, Target.COCO, Target.JSON_SAMPLES)) {
          seeds.addAll(of(kind));
        }
      }
      case ARROW_TABLE -> {
        seeds.add(table(TableFormat.ARROW));
        add(seeds, "nested-70.arrow");
      }
      case PARQUET_TABLE -> seeds.add(table(TableFormat.PARQUET));
      case JSONL_TABLE -> seeds.add(table(TableFormat.JSONL));
      case PLAN -> {
        seeds.add(plan());
        add(seeds, "chunk-beyond.parquet");
        add(seeds, "group-without-columns.parquet");
      }
      case STORE_ARROW -> {
        seeds.add(Files.readAllBytes(store(StoreLayout.ARROW).resolve("part-00000.arrow")));
        add(seeds, "store-nameless-field.arrow");
      }
      case STORE_JSON ->
          seeds.add(Files.readAllBytes(store(StoreLayout.ARROW).resolve("store.json")));
      case CONVERSION_JOURNAL -> {
        seeds.add(
            utf8(
                JOURNAL_REQUEST
                    + "\n{\"shard\":{\"name\":\"00000.tar\",\"samples\":3,\"sha256\":\"00\"},"
                    + "\"rejects\":[{\"source\":\"a\",\"key\":\"b\",\"reason\":\"c\"}],"
                    + "\"source_shard\":0,\"samples_read\":3,\"rejects_read\":1}\n"));
        seeds.add(utf8(JOURNAL_REQUEST + "\nnull\n"));
      }
      case ONNX -> {
        addAll(seeds, home.resolve("onnx-models/src/test/resources/hostile"), ".*\\.onnx");
        byte[] whole =
            Files.readAllBytes(home.resolve("onnx-models/scenes-tiny/onnx/text_model.onnx"));
        seeds.add(java.util.Arrays.copyOfRange(whole, 0, Math.min(whole.length, 20_000)));
        seeds.add(onnx());
      }
      case TOKENIZER -> tokenizers(seeds);
      case PREPROCESSOR ->
          add(seeds, home.resolve("onnx-models/scenes-tiny/preprocessor_config.json"));
      case MODEL_CONFIG -> {
        add(seeds, home.resolve("onnx-models/scenes-tiny/config.json"));
        add(seeds, home.resolve("onnx-models/scenes-tiny/tokenizer_config.json"));
      }
      case SAFETENSORS -> seeds.add(tensors(Map.of("a", "b")));
      case CHECKPOINT -> {
        seeds.add(
            checkpoint(ConfigReader.write(ConfigReader.read("scenes-tiny", null, List.of()))));
        seeds.add(checkpoint("no configuration"));
      }
      case RUN_YAML -> {
        String preset = "preset: scenes-tiny\n";
        String tiny =
            Files.readString(home.resolve("training/pretraining/src/test/resources/tiny.yaml"));
        seeds.add(utf8(preset + tiny));
        seeds.add(
            utf8(preset + ConfigReader.write(ConfigReader.read("scenes-tiny", null, List.of()))));
      }
      case COMPARISON_YAML -> {
        for (String module : List.of("pretraining", "downstream", "reproduce")) {
          addAll(
              seeds,
              home.resolve("training").resolve(module).resolve("src/main/resources"),
              ".*\\.yaml");
        }
      }
      case EVAL_RESULTS ->
          seeds.add(
              utf8(
                  "{\"key\": \"vtab/a\", \"dataset\": \"A\", \"metrics\": {\"acc1\": 0.5,"
                      + " \"main_metric\": 0.5}}\n"));
    }
    return seeds;
  }

  /** Tokenizers of every kind, and BERT's as Falcon ships it. */
  List<byte[]> tokenizers() throws IOException {
    List<byte[]> seeds = of(Target.TOKENIZER);
    add(seeds, home.resolve("onnx-models/scenes-tiny/tokenizer.json"));
    return seeds;
  }

  /** Puts what a target reads beside its input into a folder. */
  void prepare(Target target, Path scratch) throws IOException {
    switch (target) {
      case STORE_ARROW, STORE_JSON -> copy(store(StoreLayout.ARROW), scratch);
      case STORE_NPY, STORE_METADATA -> {
        copy(store(StoreLayout.CLIP_RETRIEVAL), scratch);
        Files.deleteIfExists(scratch.resolve("store.json"));
      }
      case PREPROCESSOR, MODEL_CONFIG -> {
        copy(home.resolve("onnx-models/scenes-tiny"), scratch);
      }
      case ONNX -> Files.write(scratch.resolve("w"), new byte[64]);
      default -> {}
    }
  }

  private void add(List<byte[]> seeds, String hostile) throws IOException {
    add(seeds, home.resolve("data-tools/datasets/src/test/resources/hostile").resolve(hostile));
  }

  private static void add(List<byte[]> seeds, Path file) throws IOException {
    seeds.add(Files.readAllBytes(file));
  }

  private static void addAll(List<byte[]> seeds, Path root, String pattern) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file :
          files.filter(path -> path.getFileName().toString().matches(pattern)).sorted().toList()) {
        add(seeds, file);
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }

  private byte[] npy() throws IOException {
    Path file = folder.resolve("a.npy");
    try (NpyWriter writer = new NpyWriter(file, NpyType.FLOAT32, DIMENSION)) {
      for (int row = 0; row < ROWS; row++) {
        writer.append(vector(row), 0);
      }
    }
    return Files.readAllBytes(file);
  }

  private static float[] vector(int row) {
    float[] vector = new float[DIMENSION];
    vector[row % DIMENSION] = 1;
    return vector;
  }

  private byte[] samples(String name, Function<Path, SampleWriter> format) throws IOException {
    Path file = folder.resolve(name);
    Scenes world = new Scenes(ScenesConfig.standard().withCaptionsPerImage(2));
    try (SampleWriter writer = format.apply(file)) {
      for (int i = 0; i < 3; i++) {
        Sample sample = world.sample(Split.TEST, i);
        writer.write(sample);
      }
      writer.commit();
    }
    return Files.readAllBytes(file);
  }

  private byte[] table(TableFormat format) throws IOException {
    Path file = folder.resolve("table." + format.label());
    List<TableSchema.Column> columns = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      boolean list = type == ColumnType.UTF8_LIST || type == ColumnType.BINARY;
      if (!(list && format == TableFormat.CSV)) {
        columns.add(
            new TableSchema.Column(type.name().toLowerCase(java.util.Locale.ROOT), type, true));
      }
    }
    try (TableWriter table = TableWriter.create(file, format, new TableSchema(columns), Map.of())) {
      for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < columns.size() && row % 4 != 3; column++) {
          switch (columns.get(column).type()) {
            case INT32 -> table.setInt(column, row);
            case INT64 -> table.setLong(column, -row);
            case FLOAT32 -> table.setFloat(column, row / 3f);
            case FLOAT64 -> table.setDouble(column, row / 7.0);
            case BOOL -> table.setBoolean(column, row % 2 == 0);
            case UTF8 -> table.setString(column, "text " + row);
            case BINARY -> table.setBytes(column, new byte[row]);
            case UTF8_LIST -> table.setStrings(column, List.of("a", "b" + row));
            case FLOAT32_LIST -> table.setFloats(column, List.of((float) row, row / 3f));
          }
        }
        table.endRow();
      }
      table.commit();
    }
    return Files.readAllBytes(file);
  }

  private byte[] plan() throws IOException {
    Path file = folder.resolve("plan.parquet");
    TableSchema schema =
        new TableSchema(
            List.of(
                new TableSchema.Column("epoch", ColumnType.INT32, false),
                new TableSchema.Column("search_space", ColumnType.INT32, false),
                new TableSchema.Column("batch", ColumnType.INT32, false),
                new TableSchema.Column("index", ColumnType.INT64, false),
                new TableSchema.Column("anchor_index", ColumnType.INT64, true)));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
      for (int row = 0; row < ROWS; row++) {
        table.setInt(0, 0).setInt(1, 0).setInt(2, row / 4).setLong(3, row).setLong(4, row / 2);
        table.endRow();
      }
      table.commit();
    }
    return Files.readAllBytes(file);
  }

  private Path store(StoreLayout layout) {
    Path store = folder.resolve("store-" + layout);
    if (!Files.exists(store)) {
      StoreOptions options =
          new StoreOptions(layout, VectorType.FLOAT32, DIMENSION, ROWS, true, true, null);
      try (StoreWriter writer = StoreWriter.open(store, options, false)) {
        for (int row = 0; row < ROWS; row++) {
          writer.append(
              "k" + row,
              Optional.of("i" + row / 2),
              Optional.of("c" + row),
              vector(row),
              0,
              vector(row + 1),
              0);
        }
        writer.finish();
      }
    }
    return store;
  }

  private byte[] checkpoint(String config) throws IOException {
    String state = "{\"epoch\":0,\"batch\":1,\"step\":1,\"seconds\":0}";
    return tensors(Map.of("falcon.config", config, "falcon.state", state));
  }

  private byte[] tensors(Map<String, String> metadata) throws IOException {
    Path file = folder.resolve("a.safetensors");
    SafeTensorsWriter writer = new SafeTensorsWriter().tensor("w", new float[6], 2, 3);
    writer.tensor("b", new float[] {1, 2}, 2);
    metadata.forEach(writer::metadata);
    writer.write(file);
    return Files.readAllBytes(file);
  }

  /** A model of one node with weights beside it, field by field. */
  private static byte[] onnx() {
    byte[] location = field(13, join(field(1, utf8("location")), field(2, utf8("w"))));
    byte[] node = join(field(1, utf8("x")), field(1, utf8("w")), field(2, utf8("y")));
    node = join(node, field(4, utf8("Gather")));
    byte[] weight = join(new byte[] {1 << 3, 4, 1 << 3, 2, 2 << 3, 1}, field(8, utf8("w")));
    byte[] graph = join(field(1, node), field(5, join(weight, location)));
    byte[] opset = field(8, new byte[] {2 << 3, 20});
    return join(new byte[] {1 << 3, 8}, field(2, utf8("a")), field(7, graph), opset);
  }

  private static byte[] field(int number, byte[] content) {
    return join(new byte[] {(byte) (number << 3 | 2), (byte) content.length}, content);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static void tokenizers(List<byte[]> seeds) {
    String added =
        "\"added_tokens\": [{\"id\": 0, \"content\": \"[PAD]\", \"single_word\": false, \"lstrip\":"
            + " false, \"rstrip\": false, \"normalized\": false, \"special\": true}]";
    String template =
        "\"post_processor\": {\"type\": \"TemplateProcessing\", \"single\": [{\"SpecialToken\":"
            + " {\"id\": \"[CLS]\", \"type_id\": 0}}, {\"Sequence\": {\"id\": \"A\", \"type_id\":"
            + " 0}}], \"pair\": [{\"Sequence\": {\"id\": \"A\", \"type_id\": 0}}, {\"Sequence\":"
            + " {\"id\": \"B\", \"type_id\": 1}}], \"special_tokens\": {\"[CLS]\": {\"id\":"
            + " \"[CLS]\", \"ids\": [1], \"tokens\": [\"[CLS]\"]}}}";
    String bert =
        "\"normalizer\": {\"type\": \"BertNormalizer\", \"clean_text\": true,"
            + " \"handle_chinese_chars\": true, \"strip_accents\": null, \"lowercase\": true},"
            + " \"pre_tokenizer\": {\"type\": \"BertPreTokenizer\"}";
    String split =
        "\"normalizer\": {\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"NFC\"}, {\"type\":"
            + " \"Replace\", \"pattern\": {\"Regex\": \"\\\\s+\"}, \"content\": \" \"}, {\"type\":"
            + " \"Lowercase\"}]}, \"pre_tokenizer\": {\"type\": \"Sequence\", \"pretokenizers\":"
            + " [{\"type\": \"Split\", \"pattern\": {\"Regex\": \"[a-z]+|[0-9]\"}, \"behavior\":"
            + " \"Removed\", \"invert\": true}, {\"type\": \"ByteLevel\", \"add_prefix_space\":"
            + " false, \"trim_offsets\": true}]}";
    String roberta =
        "\"post_processor\": {\"type\": \"RobertaProcessing\", \"sep\": [\"b\", 3], \"cls\":"
            + " [\"a\", 2], \"trim_offsets\": false, \"add_prefix_space\": false}";
    for (String body :
        List.of(
            bert
                + ", "
                + template
                + ", \"model\": {\"type\": \"WordPiece\", \"unk_token\": \"[UNK]\","
                + " \"continuing_subword_prefix\": \"##\", \"max_input_chars_per_word\": 100,"
                + " \"vocab\": {\"[PAD]\": 0, \"[CLS]\": 1, \"[UNK]\": 2, \"red\": 3, \"##d\": 4,"
                + " \"a\": 5}}",
            split
                + ", "
                + roberta
                + ", \"model\": {\"type\": \"BPE\", \"dropout\": null, \"unk_token\": \"a\","
                + " \"continuing_subword_prefix\": \"\", \"end_of_word_suffix\": \"</w>\","
                + " \"fuse_unk\": false, \"vocab\": {\"[PAD]\": 0, \"r\": 1, \"a\": 2, \"b\": 3,"
                + " \"e\": 4, \"re\": 5, \"d</w>\": 6}, \"merges\": [\"r e\"]}",
            "\"pre_tokenizer\": {\"type\": \"Metaspace\", \"replacement\": \"\u2581\","
                + " \"prepend_scheme\": \"always\", \"split\": true}, "
                + template
                + ", \"model\": {\"type\": \"Unigram\", \"unk_id\": 0, \"byte_fallback\": false,"
                + " \"vocab\": [[\"<unk>\", 0.0], [\"\u2581a\", -1.5], [\"r\", -2.0], [\"ed\","
                + " -3.0]]}",
            "\"normalizer\": {\"type\": \"Lowercase\"}, \"pre_tokenizer\": {\"type\":"
                + " \"Whitespace\"}, "
                + template
                + ", \"model\": {\"type\": \"WordLevel\", \"unk_token\": \"[UNK]\", \"vocab\":"
                + " {\"[PAD]\": 0, \"[UNK]\": 1, \"red\": 2}}")) {
      seeds.add(
          utf8(
              "{\"version\": \"1.0\", \"truncation\": null, \"padding\": null, "
                  + added
                  + ", "
                  + body
                  + ", \"decoder\": null}"));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files.forEach(
          file -> {
            try {
              Path target = to.resolve(from.relativize(file).toString());
              if (Files.isDirectory(file)) {
                Files.createDirectories(target);
              } else if (!Files.exists(target)) {
                Files.copy(file, target);
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }
}
