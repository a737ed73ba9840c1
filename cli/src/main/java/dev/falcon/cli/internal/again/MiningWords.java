package dev.falcon.cli.internal.again;

import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.verify.FoundInputs;
import dev.falcon.mining.label.LabelFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the command lines of lists from a corpus and of audits. */
final class MiningWords {
  private MiningWords() {}

  static void lists(RecordedRequest request, OptionWords words, FoundInputs inputs) {
    words
        .flag(
            "--embeddings",
            inputs
                .store(InputRole.STORE)
                .orElseThrow(() -> new RequestException("its provenance names no store")))
        .word("--corpus=" + inputs.store(InputRole.CORPUS).map(Path::toString).orElse(""))
        .flag("--positives", inputs.maybe(InputRole.POSITIVES))
        .flag("--veto", inputs.maybe(InputRole.VETO))
        .flag("--from", inputs.maybe(InputRole.CANDIDATES));
    for (String derived : List.of("positives", "veto", "nearest")) {
      words.take(derived); // of the inputs, and of other options
    }
    excluded(words);
    if (words.has("judge-for")) {
      judge(words, inputs);
    }
    if (words.has("most-shared")) {
      words.flag("--batches", request.made().resolveSibling("batches.parquet"));
    }
    words
        .recorded()
        .recorded("direction", "device")
        .flag("--seed", request.recorded().provenance().seed());
  }

  /** Adds a judge, which is a table, or a model with the data that it reads. */
  private static void judge(OptionWords words, FoundInputs inputs) {
    Optional<Path> table = inputs.maybe(InputRole.JUDGE);
    words.flag("--judge", table);
    if (table.isEmpty()) {
      words
          .flag("--judge", ModelWords.folder(inputs, "fp32", Optional.empty()))
          .flag("--input-dataset", inputs.dataset(InputRole.DATA));
    }
  }

  private static void excluded(OptionWords words) {
    Object excluded = words.take("exclude").orElse(List.of());
    String kinds = String.join(",", OptionWords.texts(excluded));
    words.flag("--exclude", kinds.isEmpty() ? "none" : kinds);
  }

  static void audit(RecordedRequest request, OptionWords words, FoundInputs inputs) {
    DataWords.reading(words)
        .recorded()
        .recorded("device")
        .flag("--seed", request.recorded().provenance().seed());
    String target = words.take("target").map(Object::toString).orElse("");
    words.flag("--input-dataset", inputs.dataset(InputRole.DATA));
    request.pictures(words);
    words.flag("--embeddings", inputs.store(InputRole.STORE));
    switch (target) {
      case "plan" -> words.flag("--plan", inputs.file(InputRole.PLAN));
      case "pairs" -> words.flag("--pairs", inputs.file(InputRole.PAIRS));
      case "negatives" -> words.flag("--lists", inputs.file(InputRole.LISTS));
      case "quantiles" -> words.recorded("quantiles", "search-space");
      default -> throw new RequestException("its target '" + target + "' is not known");
    }
    judges(words, inputs);
    if (words.take("draw-only").isPresent()) {
      words.word("--draw-only");
    }
    labels(words, inputs);
    if (words.take("scenes-truth").filter(Boolean.TRUE::equals).isPresent()) {
      words.word("--truth=scenes");
    }
    words
        .flag("--truth", inputs.maybe(InputRole.TRUTH))
        .flag("--calibrate-on", inputs.maybe(InputRole.CALIBRATION));
  }

  /** Adds the folders of labels, each of which is recorded as its files. */
  private static void labels(OptionWords words, FoundInputs inputs) {
    while (!inputs.left(InputRole.LABELS).isEmpty()) {
      Path order = inputs.file(InputRole.LABELS);
      Path folder = order.toAbsolutePath().getParent();
      words.flag("--labels", folder);
      inputs.take(InputRole.LABELS, LabelFolder.open(folder).inputs().size() - 1);
    }
  }

  /**
   * Adds the judges: for models, how they were read; for tables, whether their scores are
   * probabilities.
   */
  private static void judges(OptionWords words, FoundInputs inputs) {
    if (!(words.take("judges").orElse(List.of()) instanceof Iterable<?> judges)) {
      throw new RequestException("its judges are not a list");
    }
    String read = "";
    for (Object each : judges) {
      if (!(each instanceof Map<?, ?> judge)) {
        throw new RequestException("a judge has no name");
      }
      String name = String.valueOf(judge.get("name"));
      if (judge.get("probability") instanceof Boolean probability) {
        words.flag(
            "--scores",
            name + "=" + inputs.file(InputRole.SCORES) + (probability ? ":probability" : ""));
        continue;
      }
      String precision = String.valueOf(judge.get("precision"));
      Optional<String> cleaning =
          ModelWords.cleaning(Optional.ofNullable(judge.get("text-cleaning")));
      Path folder = ModelWords.folder(inputs, precision, cleaning);
      words.flag("--model", name + "=" + folder);
      if (read.isEmpty()) { // one flag for all models
        read = "--model-precision=" + precision;
        words.word(read);
        cleaning.ifPresent(id -> words.flag("--text-cleaning", id));
      }
    }
  }
}
