// SPDX-License-Identifier: Apache-2.0
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
final class RemakeMining {
  private RemakeMining() {}

  static void lists(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    words
        .flag(
            "--embeddings",
            inputs
                .store(InputRole.STORE)
                .orElseThrow(() -> new RequestException("its provenance names no store")))
        .word("--corpus=" + inputs.store(InputRole.CORPUS).map(Path::toString).orElse(""));
    for (String derived : List.of("positives", "veto", "nearest")) {
      words.take(derived); // of the inputs, and of other options
    }
    excluded(words);
    if (words.has("judge-for") && inputs.left(InputRole.JUDGE).isEmpty()) {
      words
          .flag("--judge", RemakeModels.folder(inputs, "fp32", Optional.empty()))
          .flag("--input-dataset", inputs.dataset(InputRole.DATA));
      request.pictures(words);
    }
    if (words.has("most-shared")) {
      words.flag("--batches", request.made().resolveSibling("batches.parquet"));
    }
    words
        .declared()
        .recorded("direction", "device")
        .flag("--seed", request.recorded().provenance().seed());
  }

  private static void excluded(RemakeOptions words) {
    Object excluded = words.take("exclude").orElse(List.of());
    String kinds = String.join(",", RemakeOptions.texts(excluded));
    words.flag("--exclude", kinds.isEmpty() ? "none" : kinds);
  }

  static void audit(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    RemakeData.reading(words)
        .declared()
        .recorded("device")
        .flag("--seed", request.recorded().provenance().seed());
    words.take("target"); // of the inputs
    words.flag("--input-dataset", inputs.dataset(InputRole.DATA));
    request.pictures(words);
    words.flag("--embeddings", inputs.store(InputRole.STORE));
    words.recorded("quantiles", "search-space");
    judges(words, inputs);
    if (words.take("draw-only").isPresent()) {
      words.word("--draw-only");
    }
    labels(words, inputs);
    if (words.take("scenes-truth").filter(Boolean.TRUE::equals).isPresent()) {
      words.word("--truth=scenes");
    }
  }

  /** Adds the folders of labels, each of which is recorded as its files. */
  private static void labels(RemakeOptions words, FoundInputs inputs) {
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
  private static void judges(RemakeOptions words, FoundInputs inputs) {
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
          RemakeModels.cleaning(Optional.ofNullable(judge.get("text-cleaning")));
      Path folder = RemakeModels.folder(inputs, precision, cleaning);
      words.flag("--model", name + "=" + folder);
      if (read.isEmpty()) { // one flag for all models
        read = "--model-precision=" + precision;
        words.word(read);
        cleaning.ifPresent(id -> words.flag("--text-cleaning", id));
      }
    }
  }
}
