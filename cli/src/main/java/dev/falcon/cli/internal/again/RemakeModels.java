// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.again;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.verify.FoundInputs;
import dev.falcon.eval.datacomp.RunFile;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.ModelOptions;
import dev.falcon.onnx.folder.Precision;
import dev.falcon.onnx.text.TextCleaning;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Builds the command lines of commands that embed and of evaluations. */
final class RemakeModels {
  private static final String OWN = "model";

  private RemakeModels() {}

  static void embed(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    JsonNode store = request.recorded().content();
    Path model = model(words, inputs);
    RemakeData.reading(words)
        .recorded("captions", "batch-size", "samples-per-shard", "device")
        .flag("--output-format", store.path("layout").asText())
        .flag("--dtype", store.path("vector_type").asText())
        .flag("--model", model)
        .flag("--input-dataset", inputs.dataset(InputRole.DATA));
    request.pictures(words);
  }

  static void retrieval(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    Path model = model(words, inputs);
    RemakeData.reading(words).declared().recorded("batch-size", "device").flag("--model", model);
    if (words.take("depth").isPresent()) { // of texts
      boolean ownQueries =
          inputs.left(InputRole.DATA).stream()
              .map(Provenance.Input::sha256)
              .toList()
              .equals(
                  inputs.left(InputRole.QUERIES).stream().map(Provenance.Input::sha256).toList());
      String queries = inputs.dataset(InputRole.QUERIES);
      if (!ownQueries) {
        words.flag("--queries", queries);
      }
    } else {
      words
          .take("k-test")
          .filter(count -> !count.equals(0)) // ranked only by the vectors
          .ifPresent(count -> words.flag("--k-test", count));
      words.recorded("rank-by", "judged", "least-grade", "folds");
      inputs.files(InputRole.TRUTH); // the second of two files, which is found beside the first
    }
    words.flag("--input-dataset", inputs.dataset(InputRole.DATA));
    request.pictures(words);
  }

  static void compositional(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    boolean scored = words.has("precision");
    if (scored) {
      Path model = model(words, inputs);
      words.recorded("batch-size", "device").flag("--model", model);
    }
    Optional<Path> description = inputs.maybe(InputRole.CONFIGURATION);
    boolean described = words.has("suite") || description.isPresent();
    Optional<Path> root = inputs.roots(InputRole.SUITE).stream().findFirst();
    List<Path> files = inputs.files(InputRole.SUITE);
    RemakeData.reading(words).recorded("suite", "subset-col", "score-by", "clip-benchmark");
    if (described) {
      words.flag("--suite", description).flag("--data", root);
    } else {
      words.flag("--suite", files.get(0));
    }
    if (!inputs.left(InputRole.DATA).isEmpty()) {
      words.flag("--input-dataset", inputs.dataset(InputRole.DATA));
    }
    if (!inputs.left(InputRole.TRAINING).isEmpty()) {
      String first = inputs.left(InputRole.TRAINING).get(0).name();
      words.flag(
          "--trained-on",
          first.equals(StoreManifest.FILE_NAME)
              ? inputs.store(InputRole.TRAINING).orElseThrow().toString()
              : inputs.dataset(InputRole.TRAINING));
    }
    request.pictures(words);
  }

  static void compare(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    inputs.files(InputRole.RUNS).stream()
        .map(file -> SampleOutcomes.run(file).orElse(file))
        .distinct()
        .forEach(run -> words.word(run.toString()));
    words.recorded("measure", "subset-col");
    words.flag("--seed", request.recorded().provenance().seed());
  }

  static void dataComp(RemakeOptions words, FoundInputs inputs) {
    Path model = model(words, inputs);
    words.recorded("batch-size", "device", "tasks", "on-missing").flag("--model", model);
    if (words.take("fmow-other").filter(Boolean.FALSE::equals).isPresent()) {
      words.word("--no-fmow-other");
    }
    words.flag("--data-dir", inputs.roots(InputRole.DATA).get(0));
    inputs.files(InputRole.DATA);
  }

  static void report(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    for (Path recorded : inputs.files(InputRole.RUNS)) {
      Path file = recorded.toAbsolutePath();
      boolean ofFalcon = file.endsWith(RunFile.NAME);
      words.word((ofFalcon ? file.getParent() : file).toString());
    }
    if (words.take("paper").filter(Boolean.FALSE::equals).isPresent()) {
      words.word("--no-paper");
    }
    words.recorded("names").flag("--seed", request.recorded().provenance().seed());
  }

  static void predictions(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    String command = request.recorded().provenance().command();
    words.declared().recorded("predicted-only", "rules");
    switch (command) {
      case "eval captions" -> {
        program("--meteor-jar", InputRole.METEOR, request, words, inputs);
        program("--spice-jar", InputRole.SPICE, request, words, inputs);
      }
      case "eval vqa" ->
          words.flag(
              "--questions",
              inputs.files(InputRole.QUESTIONS).stream()
                  .map(Path::toString)
                  .collect(Collectors.joining(",")));
      default -> {
        // Its files all have flags of their own.
      }
    }
  }

  /**
   * Adds a program, if the output was made with one. It is the user's own file, never one that was
   * only found by the record, which anybody can write.
   *
   * @param flag the flag with which the user allows the program to run
   */
  private static void program(
      String flag,
      InputRole role,
      RecordedRequest request,
      RemakeOptions words,
      FoundInputs inputs) {
    Optional<Path> found = inputs.maybe(role);
    if (found.isEmpty()) {
      return;
    }
    Path recorded = found.get();
    Path named = request.programs().get(flag);
    if (named == null) {
      throw new RequestException(
          "its command runs the program "
              + recorded.getFileName()
              + "; if you trust it, name it with "
              + flag);
    }
    if (!Sha256.of(named).equals(Sha256.of(recorded))) {
      throw new RequestException(named + ": is not the recorded " + recorded.getFileName());
    }
    words.flag(flag, named);
  }

  /** Adds the options with which the model is read, and takes its files. */
  private static Path model(RemakeOptions words, FoundInputs inputs) {
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

  /**
   * Takes the next files of a model.
   *
   * @return the model's folder, which holds exactly these files
   */
  static Path folder(FoundInputs inputs, String precision, Optional<String> cleaning) {
    ModelOptions options =
        new ModelOptions(Precision.parse(precision), cleaning.map(TextCleaning::parse));
    List<Provenance.Input> left = inputs.left(InputRole.MODEL);
    for (Path root : inputs.roots(InputRole.MODEL)) {
      List<Provenance.Input> files = filesOf(root, options);
      if (!files.isEmpty() && beginsWith(left, files)) {
        inputs.take(InputRole.MODEL, files.size());
        return root;
      }
    }
    throw new RequestException(
        "the files of its model are not in one folder; name the folder with --input");
  }

  private static boolean beginsWith(List<Provenance.Input> all, List<Provenance.Input> first) {
    return first.size() <= all.size()
        && IntStream.range(0, first.size()).allMatch(i -> all.get(i).isSameFile(first.get(i)));
  }

  /** Returns the files of a model; none if the folder is not a model. */
  private static List<Provenance.Input> filesOf(Path folder, ModelOptions options) {
    try {
      return ModelFolder.open(folder, options).inputs();
    } catch (FalconException e) {
      return List.of();
    }
  }
}
