package dev.falcon.cli.internal.again;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the command lines of lists from a corpus and of audits. */
final class MiningWords {
  private MiningWords() {}

  static void lists(RecordedRequest request, OptionWords words, RecordedInputs inputs) {
    words
        .word("--output=negatives")
        .flag("--embeddings", inputs.store("").orElseThrow(MiningWords::noStore));
    words.word("--corpus=" + inputs.store("corpus/").map(Path::toString).orElse(""));
    boolean positives = words.take("positives").filter(Boolean.TRUE::equals).isPresent();
    boolean veto = words.take("veto").filter(Boolean.TRUE::equals).isPresent();
    if (positives) {
      words.flag("--positives", inputs.file());
    }
    if (veto) {
      words.flag("--veto", inputs.file());
    }
    excluded(words);
    boolean searched = words.has("depth") || words.take("nearest").isPresent();
    Optional<Path> from = searched ? Optional.empty() : Optional.of(inputs.lastFile());
    words.flag("--from", from);
    if (words.has("judge-for")) {
      judge(words, inputs);
    }
    if (words.has("most-shared")) {
      words.flag("--batches", request.made().resolveSibling("batches.parquet"));
    }
    inputs.requireNone();
    words
        .recorded("direction", "depth", "judge-for", "witness", "columns", "texts")
        .recorded("output-scores", "image-path", "output-format", "num-negatives")
        .recorded("range-min", "range-max", "sampling", "short", "absolute-margin")
        .recorded("relative-margin", "own-weight", "margin-to", "max-score", "min-score")
        .recorded("target-false", "target-by", "withhold", "device")
        .recorded("batch-size", "most-shared", "epochs", "remainder")
        .flag("--seed", request.recorded().provenance().seed());
  }

  /** Adds a judge, which is a table, or a model with the data that it reads. */
  private static void judge(OptionWords words, RecordedInputs inputs) {
    if (inputs.size() == 1) {
      words.flag("--judge", inputs.file());
      return;
    }
    words
        .flag("--judge", ModelWords.folder(inputs, "fp32", Optional.empty()))
        .flag("--input-dataset", inputs.dataset(inputs.size()));
  }

  private static void excluded(OptionWords words) {
    Object excluded = words.take("exclude").orElse(List.of());
    String kinds = String.join(",", OptionWords.texts(excluded));
    words.flag("--exclude", kinds.isEmpty() ? "none" : kinds);
  }

  private static RequestException noStore() {
    return new RequestException("its provenance names no store in a known layout");
  }

  static void audit(RecordedRequest request, OptionWords words, RecordedInputs inputs) {
    DataWords.reading(words)
        .recorded("thresholds", "max-pairs", "precision", "target-precision", "device")
        .flag("--seed", request.recorded().provenance().seed());
    String target = words.take("target").map(Object::toString).orElse("");
    int before = inputs.beforeStore();
    boolean hasStore = before < inputs.size();
    words.flag("--input-dataset", inputs.dataset(hasStore ? before : inputs.likeFirst()));
    request.pictures(words);
    words.flag("--embeddings", inputs.store(""));
    switch (target) {
      case "plan" -> words.flag("--plan", inputs.file());
      case "pairs" -> words.flag("--pairs", inputs.file());
      case "negatives" -> words.flag("--lists", inputs.file());
      case "quantiles" -> words.recorded("quantiles", "search-space");
      default -> throw new RequestException("its target '" + target + "' is not known");
    }
    judges(words, inputs);
    if (words.take("draw-only").isPresent()) {
      words.word("--draw-only");
    }
    Optional<Path> labels = inputs.labels();
    while (labels.isPresent()) {
      words.flag("--labels", labels);
      labels = inputs.labels();
    }
    if (words.take("scenes-truth").filter(Boolean.TRUE::equals).isPresent()) {
      words.word("--truth=scenes");
    } else if (inputs.size() > 1 || !hasFits(request)) {
      words.flag("--truth", inputs.maybeFile());
    }
    words.flag("--calibrate-on", inputs.maybeFile());
    inputs.requireNone();
  }

  /** Returns whether the audit has fitted thresholds, which only a calibrated audit has. */
  private static boolean hasFits(RecordedRequest request) {
    return !request.recorded().content().path("fits").isEmpty();
  }

  /**
   * Adds the judges: for models, how they were read; for tables, whether their scores are
   * probabilities.
   */
  private static void judges(OptionWords words, RecordedInputs inputs) {
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
        words.flag("--scores", name + "=" + inputs.file() + (probability ? ":probability" : ""));
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
