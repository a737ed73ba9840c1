// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.data.FalconException;
import dev.falcon.data.annotation.AnnotationKind;
import dev.falcon.data.annotation.AnswerList;
import dev.falcon.data.annotation.QuestionFiles;
import dev.falcon.data.annotation.StatementFiles;
import dev.falcon.data.conversion.SampleOrder;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Seals;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.PairFile;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.taxonomy.CaptionRules;
import dev.falcon.data.taxonomy.Taxonomy;
import dev.falcon.data.taxonomy.WordNetNouns;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.generation.internal.Stage2Config;
import dev.falcon.eval.internal.task.Prompts;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ShardRows;
import dev.falcon.eval.internal.vectors.VectorFile;
import dev.falcon.eval.report.Column;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.judge.JudgeFiles;
import dev.falcon.mining.plan.PlanFolder;
import dev.falcon.onnx.embed.internal.PartsFolder;
import dev.falcon.onnx.export.tokenizer.TokenizerReader;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.matcher.AnswerFile;
import dev.falcon.reproduce.internal.RunIdentity;
import dev.falcon.training.internal.input.PairFiles;
import dev.falcon.training.internal.report.SnapshotFile;
import dev.falcon.training.internal.report.StepTable;
import dev.falcon.training.internal.store.SafeTensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Readers of the library that {@link Target} does not list, a line each. */
final class LibraryReaders {
  private static final int VOCABULARY = 100;
  private static final int MOST_ROWS = 2000;

  static final List<Input> ALL =
      List.of(
          reader(
              "arrow_values",
              "a.arrow",
              f -> values(f, TableFormat.ARROW),
              s -> s.of(Target.ARROW_TABLE)),
          reader(
              "parquet_values",
              "a.parquet",
              f -> values(f, TableFormat.PARQUET),
              s -> s.of(Target.PARQUET_TABLE)),
          reader(
              "jsonl_values",
              "a.jsonl",
              f -> values(f, TableFormat.JSONL),
              s -> s.of(Target.JSONL_TABLE)),
          reader(
              "csv_values", "a.csv", f -> values(f, TableFormat.CSV), s -> s.of(Target.CSV_TABLE)),
          reader("zip", "a.zip", LibraryReaders::zip, MadeSeeds::zips),
          reader("taxonomy", "taxonomy.tsv", LibraryReaders::taxonomy),
          reader(
              "wordnet",
              "data.noun",
              f -> WordNetNouns.convert(f, Optional.empty(), f.resolveSibling("nouns.tsv"))),
          reader("templates", "templates.txt", CaptionRules::readTemplates),
          reader("annotation_kind", "a.json", AnnotationKind::of, s -> List.of()),
          reader("questions", "questions.json", f -> QuestionFiles.read(List.of(f))),
          reader("statements", "statements.json", StatementFiles::read),
          reader("answer_list", "answers.json", AnswerList::read),
          reader(
              "sample_order",
              "plan.parquet",
              f -> SampleOrder.read(f, 0),
              World.file("plan.parquet")),
          reader("rejects", "rejects.parquet", Rejects::read, MadeSeeds::rejects),
          reader("run_json", "run/run.json", f -> Column.read(f.getParent())),
          reader(
              "run_lines",
              "run/eval_results.jsonl",
              f -> Column.read(f.getParent()),
              s -> s.of(Target.EVAL_RESULTS)),
          reader("class_names", "classnames.txt", f -> Prompts.read(f.getParent()).duplicates()),
          reader("prompt_templates", Prompts.TEMPLATE_FILE, f -> Prompts.read(f.getParent())),
          reader("vector_cache", "classifier.f32", VectorFile::read, MadeSeeds::vectors),
          reader("rows_cache", "rows.bin", ShardRows::read, MadeSeeds::shardRows),
          reader("file_hashes", "file-hashes.json", LibraryReaders::hashes),
          reader("mined_space", "space.bin", MinedSpace::read, MadeSeeds::minedSpaces),
          reader(
              "plan_request",
              "request.json",
              f -> PlanFolder.open(f.getParent()).units().missing(),
              World.file("shards/request.json")),
          reader(
              "parts_request",
              "parts.json",
              f -> PartsFolder.open(f.getParent()).units().missing(),
              World.file("parts/parts.json")),
          reader("tokenizer_java", "tokenizer.json", TokenizerReader::read, Seeds::tokenizers),
          reader("vocabulary", "vocab.txt", TokenizerReader::read),
          reader("sentence_modules", "modules.json", f -> ModelFolder.open(f.getParent()))
              .inModelFolder(),
          reader("answer_file", AnswerFile.NAME, f -> AnswerFile.read(f.getParent(), VOCABULARY)),
          reader("weights_index", "model.safetensors.index.json", LibraryReaders::weights),
          reader("stage2_config", "config.json", Stage2Config::read),
          reader("finetune_yaml", "a.yaml", LibraryReaders::finetuning),
          reader("snapshots", "snapshots.jsonl", f -> SnapshotFile.open(f, MOST_ROWS).all()),
          reader("metrics", "metrics.jsonl", StepTable::read),
          reader(
              "label_order",
              "order.parquet",
              LabelReaders::order,
              World.file("labels/order.parquet")),
          reader("label_journal", "a.jsonl", LabelReaders::journal, LabelReaders::answers)
              .within(LabelReaders::beside),
          reader("label_claims", "claims.json", LabelReaders::claims).within(LabelReaders::beside),
          reader(
              "judge_answers",
              JudgeFiles.answers(),
              JudgeFiles::readAnswers,
              s -> List.of(JudgeFiles.someAnswers(s.folder()))),
          reader("judge_reply", "reply.json", JudgeFiles::readReply),
          reader(
              "recorded_output",
              "audit.json",
              f -> RecordedOutput.open(f.getParent()),
              World.file("audit/audit.json")),
          reader("pair_list", "qrels.tsv", f -> PairFile.read(f, (a, b, score, where) -> {})),
          pairs("pairs.parquet"),
          pairs("images.parquet"),
          reader("run_identity", "run.json", f -> RunIdentity.read(f.getParent())));

  private LibraryReaders() {}

  /** A table of a parsed dataset. */
  private static FileInput pairs(String table) {
    return reader(
            "pairs_" + table.substring(0, table.indexOf('.')),
            table,
            f -> PairFiles.read(f.getParent()),
            factory -> List.of(Files.readAllBytes(World.pairs().resolve(table))))
        .within(World::pairs);
  }

  private static FileInput reader(String label, String file, FileInput.Reading reading) {
    return reader(label, file, reading, FileInput.Made.NONE);
  }

  private static FileInput reader(
      String label, String file, FileInput.Reading reading, FileInput.Made more) {
    return new FileInput(label, FileInput.Effort.READER, file, reading, more);
  }

  /** The values of the first columns, of each type that they can be read as. */
  private static void values(Path file, TableFormat format) {
    List<String> columns;
    try (TableReader table = TableReader.open(file, format)) {
      columns = table.columns();
    }
    FalconException refused = null;
    boolean anyIsRead = false;
    for (String column : columns.subList(0, Math.min(3, columns.size()))) {
      for (ColumnType type : ColumnType.values()) {
        try (TableReader table = TableReader.open(file, format)) {
          int place = table.column(type, column);
          for (int row = 0; row < MOST_ROWS && table.next(); row++) {
            value(table, type, place);
          }
          anyIsRead = true;
        } catch (FalconException e) {
          refused = e;
        }
      }
    }
    if (!anyIsRead && refused != null) {
      throw refused;
    }
  }

  private static void value(TableReader table, ColumnType type, int place) {
    if (table.isNull(place)) {
      return;
    }
    switch (type) {
      case INT32 -> table.getInt(place);
      case INT64 -> table.getLong(place);
      case FLOAT32 -> table.getFloat(place);
      case FLOAT64 -> table.getDouble(place);
      case BOOL -> table.getBoolean(place);
      case UTF8 -> table.getString(place);
      case BINARY -> table.getBytes(place);
      case UTF8_LIST -> table.getStrings(place);
      case FLOAT32_LIST -> table.getFloats(place);
    }
  }

  private static void zip(Path file) {
    ImageFolder images = ImageFolder.open(file, SourceOptions.DEFAULTS.maxFileBytes());
    BrokenRowException reject = null;
    for (String name : List.of("../d.png", "/a.png", "dir", "\0", "b/c.jpg", "a.png")) {
      reject = null;
      try {
        images.has(name);
        images.read(name);
      } catch (BrokenRowException e) {
        reject = e;
      }
    }
    if (reject != null) {
      throw new FalconException(reject.getMessage(), reject);
    }
  }

  private static void taxonomy(Path file) {
    Taxonomy taxonomy = Taxonomy.read(file);
    for (String leaf : taxonomy.leaves()) {
      taxonomy.trueNames(leaf);
      taxonomy.name(leaf);
    }
  }

  /** The memory of digests, with a digest of its own that fits. */
  private static void hashes(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Seals.write(
        file,
        () -> {
          try {
            Files.write(file, bytes);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    new FileHashes(file.getParent()).input("itself", file);
  }

  private static void weights(Path file) {
    try (SafeTensors tensors = SafeTensors.open(file)) {
      for (String name : tensors.names()) {
        tensors.shape(name);
        tensors.floats(name);
      }
    }
  }

  private static void finetuning(Path file) {
    FalconException refused = null;
    for (String task : List.of("vqa", "nlvr", "assignment", "language")) {
      try {
        Json.line(FinetuneReader.read(task, "scenes-tiny", file, List.of()));
        return;
      } catch (FalconException e) {
        refused = e;
      }
    }
    throw refused;
  }
}
