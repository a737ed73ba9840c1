// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.cli.Main;
import dev.falcon.data.FalconException;
import dev.falcon.data.PrintableText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whole commands, as readers of the files that they are given, a line each. {@code {}} is the file,
 * {@code ~} its folder and {@code @} the {@link World}.
 */
final class CommandReaders {
  private static final String AUDIT =
      "audit-fn --input-dataset @/data --embeddings @/store --max-pairs 50 --out"
          + " ~/audit --overwrite -q --threads 1 ";
  private static final String GRID = "--quantiles 1 --search-space 48 ";
  private static final String MINE =
      "mine --embeddings @/store --quantiles 1 --batch-size 8 --search-space 48 --out ~/o.parquet"
          + " --overwrite -q --threads 1 ";

  private static final String CORPUS =
      "lists --direction image-text --embeddings @/store --out" + " ~/o.jsonl --overwrite -q ";
  private static final String RETRIEVAL = "eval retrieval --input-dataset @/data -q --threads 1 ";
  private static final String LABEL = "label @/audit --input-dataset @/data -q --labels ~ ";

  private static final String COLLECT =
      "reproduce scenes --out ~/../../.. --collect --overwrite -q";

  static final List<Input> ALL =
      List.of(
          command(
              "inspect_any",
              "a.bin",
              "data inspect {} --html ~/a.html --overwrite -q",
              s -> s.of(Target.DETECTED_SAMPLES)),
          command("inspect_tar", "a.tar", "data inspect {} --no-decode -q", s -> s.of(Target.TAR)),
          command("inspect_csv", "a.csv", "data inspect {} -q", s -> s.of(Target.CSV_SAMPLES)),
          command("inspect_json", "a.json", "data inspect {} -q", s -> s.of(Target.JSON_SAMPLES)),
          command(
              "inspect_parquet",
              "a.parquet",
              "data inspect {} -q",
              s -> s.of(Target.PARQUET_SAMPLES)),
          command("inspect_annotations", "a.json", "data inspect {} -q"),
          command("inspect_model", "config.json", "model inspect ~", s -> s.of(Target.MODEL_CONFIG))
              .inModelFolder(),
          command(
              "convert_plan",
              "plan.parquet",
              "data convert @/data --plan {} --out ~/out --overwrite -q",
              World.file("plan.parquet")),
          command(
              "vqa_predictions",
              "p.json",
              "eval vqa --predictions {} --questions ~/q.json,~/a.json"),
          command("vqa_questions", "q.json", "eval vqa --predictions ~/p.json --questions {}"),
          command(
              "caption_predictions",
              "p.json",
              "eval captions --predictions {} --references ~/r.json"),
          command(
              "caption_references",
              "r.json",
              "eval captions --predicted-only --predictions ~/p.json --references {}"),
          command("nlvr_predictions", "p.csv", "eval nlvr --predictions {} --statements ~/s.json"),
          command("nlvr_statements", "s.json", "eval nlvr --predictions ~/p.csv --statements {}"),
          command(
              "report", "run/run.json", "eval report ~/../run --output-dir ~/../out --overwrite"),
          command("merge_plan", "request.json", "merge ~", World.file("shards/request.json"))
              .within(() -> World.folder().resolve("shards"))
              .endless(),
          command("merge_store", "parts.json", "merge ~", World.file("parts/parts.json"))
              .within(() -> World.folder().resolve("parts"))
              .endless(),
          command("merge_tasks", "tasks.json", "merge ~", World.file("shards/tasks.json"))
              .within(() -> World.folder().resolve("shards"))
              .endless(),
          command("veto", "v.jsonl", MINE + "--veto {}"),
          command("truth", "t.jsonl", AUDIT + GRID + "--truth {}"),
          command("pairs", "p.jsonl", AUDIT + "--pairs {}"),
          command("labels", "l.jsonl", AUDIT + GRID + "--calibrate-on {}"),
          command(
              "audit_plan",
              "plan.parquet",
              AUDIT + "--force --plan {}",
              World.file("plan.parquet")),
          command(
              "audit_compare",
              "a/audit.json",
              "audit-fn --compare {} {}",
              World.file("audit/audit.json")),
          command("collect_result", "runs/uniform/seed-1/result.json", COLLECT),
          command("collect_metrics", "runs/uniform/seed-1/metrics.jsonl", COLLECT),
          command(
                  "train_yaml",
                  "a.yaml",
                  "train --config {} --set data.train=/nonexistent --out ~/run --overwrite",
                  s -> s.of(Target.RUN_YAML))
              .endless(),
          command(
              "reproduce_yaml",
              "a.yaml",
              "reproduce scenes --comparison {} --out ~/runs --collect",
              s -> s.of(Target.COMPARISON_YAML)),
          command("audit_lists", "n.jsonl", AUDIT + "--negatives {}", World.file("lists.jsonl")),
          command("audit_scores", "s.csv", AUDIT + GRID + "--scores other={}", MadeSeeds::scores),
          command(
              "candidates",
              "c.parquet",
              CORPUS + "--from {} --threads 1",
              World.file("candidates.parquet")),
          command("judge_scores", "s.jsonl", CORPUS + "--depth 5 --judge {} --threads 1"),
          command("retrieval_truth", "t.jsonl", RETRIEVAL + "--rank-by itc --truth {}"),
          command("retrieval_qrels", "q.tsv", RETRIEVAL + "--qrels {}"),
          command("verify_store", "store.json", "verify ~", World.file("store/store.json"))
              .within(() -> World.folder().resolve("store"))
              .endless(), // its inputs are not named
          command(
                  "verify_plan",
                  "plan.csv.json",
                  "verify ~/plan.csv --input @/store --sample 1 --threads 1",
                  World.file("plan.csv.json"))
              .within(World::folder),
          command("label_page", "a.jsonl", LABEL + "--merge {}", LabelReaders::answers)
              .within(LabelReaders::beside),
          command("arguments", "a.args", "data inspect @{}"));

  private CommandReaders() {}

  private static FileInput command(String label, String file, String line) {
    return command(label, file, line, FileInput.Made.NONE);
  }

  private static FileInput command(String label, String file, String line, FileInput.Made more) {
    return new FileInput(label, FileInput.Effort.COMMAND, file, path -> run(line, path), more);
  }

  private static void run(String line, Path file) {
    String[] arguments =
        Stream.of(line.split(" "))
            .map(
                word ->
                    word.startsWith("@/")
                        ? World.folder() + word.substring(1)
                        : word.replace("{}", file.toString())
                            .replace("~", file.getParent().toString()))
            .toArray(String[]::new);
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    int code = Main.run(new PrintWriter(output), new PrintWriter(errors), arguments);
    requireKept(code, output.toString(), errors.toString());
    if (code == 1 || code == 2) {
      throw new FalconException(errors.toString() + output);
    }
  }

  /** Fails where the line, the exit code or what is shown is not as promised. */
  private static void requireKept(int code, String output, String errors) {
    boolean wordless = code != 0 && code != 3 && (errors + output).isBlank();
    // Before it, notes may say what is used.
    boolean many =
        code == 1
            && output.isBlank()
            && errors.lines().filter(line -> line.startsWith("falcon")).count() != 1;
    boolean bug =
        Stream.of("bug in Falcon", "\tat ", "out of memory", "nested more deeply than can be read")
            .anyMatch(errors::contains);
    boolean steers =
        (output + errors).codePoints().anyMatch(c -> c != '\n' && PrintableText.isHidden(c));
    if (code < 0 || code > 3 || wordless || many || bug || steers) {
      throw new IllegalStateException("exit code " + code + ": " + errors);
    }
  }
}
