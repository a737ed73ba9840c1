package dev.falcon.cli.internal.again;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.RequestException;
import dev.falcon.eval.datacomp.RunFile;
import dev.falcon.onnx.folder.ModelOptions;
import dev.falcon.onnx.folder.Precision;
import dev.falcon.onnx.text.TextCleaning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the command lines of commands that embed and of evaluations. */
final class ModelWords {
  private static final String OWN = "model";

  private ModelWords() {}

  static void embed(RecordedRequest request, OptionWords words, RecordedInputs inputs) {
    JsonNode store = request.recorded().content();
    Path model = model(words, inputs);
    DataWords.reading(words)
        .recorded("captions", "batch-size", "samples-per-shard", "device")
        .flag("--output-format", store.path("layout").asText())
        .flag("--dtype", store.path("vector_type").asText())
        .flag("--model", model)
        .flag("--input-dataset", inputs.dataset(inputs.size()));
    request.pictures(words);
  }

  static void retrieval(RecordedRequest request, OptionWords words, RecordedInputs inputs) {
    Path model = model(words, inputs);
    DataWords.reading(words).recorded("batch-size", "device").flag("--model", model);
    boolean ofTexts = words.take("depth").isPresent();
    if (ofTexts) {
      words.flag("--qrels", inputs.lastFile());
      texts(words, inputs);
    } else {
      int data = inputs.likeFirst();
      words
          .take("k-test")
          .filter(count -> !count.equals(0)) // ranked only by the vectors
          .ifPresent(count -> words.flag("--k-test", count));
      words.recorded("rank-by").flag("--input-dataset", inputs.dataset(data));
      words.flag("--truth", inputs.maybeFile());
      inputs.requireNone();
    }
    request.pictures(words);
  }

  /**
   * Adds the documents and then the queries, which are recorded a second time if they are the
   * documents.
   */
  private static void texts(OptionWords words, RecordedInputs inputs) {
    boolean searchThemselves = inputs.isTwiceTheSame();
    int all = inputs.size();
    int like = inputs.likeFirst();
    if (!searchThemselves && like == all && all > 2) {
      throw new RequestException(
          "which of its " + all + " files are documents, and which are queries, is not recorded");
    }
    int documents = searchThemselves ? all / 2 : like == all ? 1 : like;
    words.flag("--input-dataset", inputs.dataset(documents));
    String queries = inputs.dataset(all - documents);
    if (!searchThemselves) {
      words.flag("--queries", queries);
    }
  }

  static void dataComp(OptionWords words, RecordedInputs inputs) {
    Path model = model(words, inputs);
    words.recorded("batch-size", "device", "tasks", "on-missing").flag("--model", model);
    if (words.take("fmow-other").filter(Boolean.FALSE::equals).isPresent()) {
      words.word("--no-fmow-other");
    }
    words.flag("--data-dir", inputs.folderAbove());
  }

  static void report(RecordedRequest request, OptionWords words, RecordedInputs inputs) {
    while (inputs.size() > 0) {
      Path file = inputs.file().toAbsolutePath();
      boolean ofFalcon = file.endsWith(RunFile.NAME);
      words.word((ofFalcon ? file.getParent() : file).toString());
    }
    if (words.take("paper").filter(Boolean.FALSE::equals).isPresent()) {
      words.word("--no-paper");
    }
    words.recorded("names").flag("--seed", request.recorded().provenance().seed());
  }

  static void predictions(RecordedRequest request, OptionWords words, RecordedInputs inputs) {
    String command = request.recorded().provenance().command();
    words.recorded("predicted-only", "rules").flag("--predictions", inputs.file());
    switch (command) {
      case "eval captions" -> {
        words.flag("--references", inputs.file());
        List<String> notComputed = new ArrayList<>();
        JsonNode result = request.recorded().content();
        result.path("not_computed").forEach(metric -> notComputed.add(metric.asText()));
        for (String metric : List.of("meteor", "spice")) {
          if (!notComputed.contains(metric)) {
            words.flag("--" + metric + "-jar", inputs.file());
          }
        }
      }
      case "eval vqa" -> {
        StringBuilder questions = new StringBuilder(inputs.file().toString());
        while (inputs.size() > 0) {
          questions.append(',').append(inputs.file());
        }
        words.flag("--questions", questions);
      }
      default -> words.flag("--statements", inputs.file());
    }
  }

  /** Adds the options with which the model is read, and takes its files. */
  private static Path model(OptionWords words, RecordedInputs inputs) {
    String precision = words.take("precision").map(Object::toString).orElse("fp32");
    Optional<String> cleaning = cleaning(words.take("text-cleaning"));
    words.flag("--precision", precision);
    cleaning.ifPresent(id -> words.flag("--text-cleaning", id));
    words.recorded("query-prompt", "corpus-prompt");
    return folder(inputs, precision, cleaning);
  }

  /** Returns the recorded text cleaning; empty for the folder's own, for which there is no flag. */
  static Optional<String> cleaning(Optional<Object> recorded) {
    return recorded.map(Object::toString).filter(id -> !id.equals(OWN));
  }

  /** Takes the files of a model; returns its folder. */
  static Path folder(RecordedInputs inputs, String precision, Optional<String> cleaning) {
    return inputs
        .model(new ModelOptions(Precision.parse(precision), cleaning.map(TextCleaning::parse)))
        .orElseThrow(
            () ->
                new RequestException(
                    "the files of its model are not in one folder; name the folder with --input"));
  }
}
