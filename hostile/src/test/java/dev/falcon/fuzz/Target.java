// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.conversion.Journal;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.RgbConversion;
import dev.falcon.data.npy.NpyArray;
import dev.falcon.data.npy.NpyHeader;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.eval.datacomp.ResultFile;
import dev.falcon.mining.audit.PlanTruth;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.internal.file.GraphFile;
import dev.falcon.onnx.internal.file.GraphFileParser;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TextSettings;
import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The readers that need more than a line to call them. */
enum Target implements Input {
  IMAGE,
  NPY,
  NPY_FILE,
  TAR,
  PARQUET_SAMPLES,
  JSON_SAMPLES,
  COCO,
  KARPATHY,
  CSV_SAMPLES,
  DETECTED_SAMPLES,
  ARROW_TABLE,
  PARQUET_TABLE,
  JSONL_TABLE,
  CSV_TABLE,
  STORE_ARROW,
  STORE_NPY,
  STORE_METADATA,
  STORE_JSON,
  CONVERSION_JOURNAL,
  PLAN,
  ONNX,
  TOKENIZER,
  PREPROCESSOR,
  MODEL_CONFIG,
  SAFETENSORS,
  CHECKPOINT,
  RUN_YAML,
  COMPARISON_YAML,
  EVAL_RESULTS;

  private static final ImageDecoder DECODER = new ImageDecoder(4_000_000);
  private static final int MAX_ROWS = 3000;
  private static final TextSettings TEXT =
      new TextSettings(
          TextCleaning.NONE, 16, TextSettings.Padding.MAX_LENGTH, 0, Optional.empty(), true);

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public List<byte[]> seeds(Seeds factory) throws IOException {
    return factory.of(this);
  }

  @Override
  public void prepare(Seeds factory, Path scratch) throws IOException {
    factory.prepare(this, scratch);
  }

  @Override
  public void read(byte[] bytes, Path scratch) throws IOException {
    switch (this) {
      case IMAGE -> RgbConversion.of(DECODER.decode(bytes));
      case NPY -> elements(NpyArray.parse("a.npy", bytes));
      case NPY_FILE -> NpyHeader.read(file(scratch, "a.npy", bytes)).elements();
      case TAR -> samples(file(scratch, "a.tar", bytes), DatasetFormat.WEBDATASET);
      case PARQUET_SAMPLES -> samples(file(scratch, "a.parquet", bytes), DatasetFormat.PARQUET);
      case JSON_SAMPLES -> samples(file(scratch, "a.json", bytes), DatasetFormat.JSON);
      case COCO -> samples(file(scratch, "a.json", bytes), DatasetFormat.COCO);
      case KARPATHY -> samples(file(scratch, "a.json", bytes), DatasetFormat.KARPATHY);
      case CSV_SAMPLES -> samples(file(scratch, "a.csv", bytes), DatasetFormat.CSV);
      case DETECTED_SAMPLES -> samples(file(scratch, "a.bin", bytes), null);
      case ARROW_TABLE -> table(file(scratch, "a.arrow", bytes), TableFormat.ARROW);
      case PARQUET_TABLE -> table(file(scratch, "a.parquet", bytes), TableFormat.PARQUET);
      case JSONL_TABLE -> table(file(scratch, "a.jsonl", bytes), TableFormat.JSONL);
      case CSV_TABLE -> table(file(scratch, "a.csv", bytes), TableFormat.CSV);
      case STORE_ARROW -> store(file(scratch, "part-00000.arrow", bytes).getParent());
      case STORE_NPY -> {
        file(scratch, "img_emb/img_emb_0000.npy", bytes);
        file(scratch, "text_emb/text_emb_0000.npy", bytes);
        store(scratch);
      }
      case STORE_METADATA -> {
        file(scratch, "metadata/metadata_0000.parquet", bytes);
        store(scratch);
      }
      case STORE_JSON -> store(file(scratch, "store.json", bytes).getParent());
      case CONVERSION_JOURNAL -> {
        Path journal = file(scratch, Journal.FILE_NAME, bytes);
        Journal.open(journal.getParent(), Seeds.JOURNAL_REQUEST).entries();
      }
      case PLAN -> PlanTruth.of(file(scratch, "plan.parquet", bytes), (image, text) -> true);
      case ONNX -> {
        GraphFile graph = GraphFileParser.read(file(scratch, "a.onnx", bytes));
        graph.opset();
        graph.embeddingRows("input_ids");
        graph.requireExternalData();
      }
      case TOKENIZER -> {
        Path tokenizer = file(scratch, "tokenizer.json", bytes);
        try (TextPipeline pipeline = TextPipeline.open(tokenizer, TEXT)) {
          pipeline.encode(List.of("a red circle, 3 dogs", "", "\u0130stanbul \ud83d\ude00"));
        }
      }
      case PREPROCESSOR -> {
        file(scratch, "preprocessor_config.json", bytes);
        ModelFolder.open(scratch).imageTransform();
      }
      case MODEL_CONFIG -> {
        for (String name : List.of("config.json", "falcon.json", "tokenizer_config.json")) {
          file(scratch, name, bytes);
        }
        ModelFolder.open(scratch).modelType();
      }
      case SAFETENSORS -> {
        try (SafeTensors tensors = SafeTensors.open(file(scratch, "a.safetensors", bytes))) {
          tensors.metadata();
          for (String name : tensors.names()) {
            tensors.shape(name);
            tensors.floats(name);
          }
        }
      }
      case CHECKPOINT -> Checkpoint.read(file(scratch, "step-0000001.safetensors", bytes));
      case RUN_YAML -> ConfigReader.read(null, file(scratch, "a.yaml", bytes), List.of());
      case COMPARISON_YAML -> ComparisonReader.read(file(scratch, "a.yaml", bytes));
      case EVAL_RESULTS -> ResultFile.read(file(scratch, "a.jsonl", bytes));
    }
  }

  private static Path file(Path folder, String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.deleteIfExists(file); // threads that end late may still have the one before mapped
    return Files.write(file, bytes);
  }

  private static void elements(NpyArray array) {
    if (array.elements() > 0) {
      array.doubleAt(array.elements() - 1);
      array.toDoubles();
    }
  }

  private static void samples(Path file, DatasetFormat format) {
    SourceOptions options =
        format == null ? SourceOptions.DEFAULTS : SourceOptions.DEFAULTS.withFormat(format);
    SampleSource source = SampleSources.open(file.toString(), options);
    source.forEach(
        sample -> sample.imageIdOrKey(),
        reject -> {
          if (reject.reason() == null || reject.reason().isBlank()) {
            throw new IllegalStateException("a reject without a reason: " + reject);
          }
        });
  }

  private static void table(Path file, TableFormat format) {
    List<String> columns;
    try (TableReader table = TableReader.open(file, format)) {
      columns = table.columns();
      table.metadata();
      table.rows();
    }
    FalconException failure = null;
    boolean anyIsRead = false;
    for (ColumnType type : ColumnType.values()) {
      for (String column : columns) {
        try {
          anyIsRead |= column(file, format, type, column);
        } catch (FalconException e) {
          failure = e;
        }
      }
    }
    if (!anyIsRead && failure != null) {
      throw failure;
    }
  }

  /** Reads a column as a type, for which it may be unfit. */
  private static boolean column(Path file, TableFormat format, ColumnType type, String column) {
    try (TableReader table = TableReader.open(file, format)) {
      int place = table.column(type, column);
      for (int row = 0; row < MAX_ROWS && table.next(); row++) {
        table.isNull(place);
      }
      return true;
    }
  }

  private static void store(Path folder) {
    EmbeddingStore store = EmbeddingStore.open(folder);
    StoreCheck.run(store, Progress.NONE);
    float[] image = new float[store.dimension()];
    float[] text = new float[store.dimension()];
    for (long row : new long[] {0, store.rows() - 1}) {
      store.key(row);
      store.caption(row);
      store.imageId(row);
      store.readRange(row, row + 1, image, text);
    }
  }
}
