// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.again;

import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.verify.FoundInputs;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Builds the command line that makes an output again: the recorded options as flags, and the
 * recorded inputs at their current paths. The output that is made has a record, too, by which a
 * wrong command line is noticed.
 */
public final class RecordedCommand {
  private RecordedCommand() {}

  /**
   * Returns the words, after {@code falcon}.
   *
   * @param falcon the program with its commands
   * @param others what makes outputs of other modules' commands again
   * @throws RequestException if such an output cannot be made again by its command, with the reason
   */
  public static List<String> words(RecordedRequest request, CommandSpec falcon, Remaker others) {
    Provenance provenance = request.recorded().provenance();
    FoundInputs inputs = new FoundInputs(provenance, request.found());
    String command = provenance.command();
    RemakeOptions words = new RemakeOptions(provenance, falcon, inputs);
    switch (command) {
      case "data generate scenes" -> RemakeData.generate(request, words);
      case "data convert" -> RemakeData.convert(request, words, inputs);
      case "embed" -> RemakeModels.embed(request, words, inputs);
      case "eval retrieval" -> RemakeModels.retrieval(request, words, inputs);
      case "eval compositional" -> RemakeModels.compositional(request, words, inputs);
      case "eval compare" -> RemakeModels.compare(request, words, inputs);
      case "eval datacomp" -> RemakeModels.dataComp(words, inputs);
      case "eval report" -> RemakeModels.report(request, words, inputs);
      case "eval captions", "eval vqa", "eval nlvr" ->
          RemakeModels.predictions(request, words, inputs);
      case "mine" -> RemakeMining.lists(request, words, inputs);
      case "audit-fn" -> RemakeMining.audit(request, words, inputs);
      default -> {
        if (!others.remake(request, words, inputs)) {
          throw new RequestException(reason(command));
        }
      }
    }
    inputs.requireNone();
    boolean evaluated =
        Folders.isFolder(request.recorded().output()) && command.startsWith("eval ");
    return words.flag(evaluated ? "--output-dir" : "--out", request.made()).all();
  }

  private static String reason(String command) {
    return switch (command) {
      case "judge" -> "the answers of a remote model cannot be made again";
      case "label" -> "people gave the labels";
      default -> "falcon " + command + " is not made again";
    };
  }
}
