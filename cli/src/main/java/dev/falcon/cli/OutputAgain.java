// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.cli.internal.again.RecordedCommand;
import dev.falcon.cli.internal.again.RecordedRequest;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.RejectFlags;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.verify.OutputDifference;
import dev.falcon.data.verify.RecordedOutput;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Makes an output again by its own command, within this process, and compares the two byte by byte.
 *
 * @param request the request that made the output
 * @param beside the folder in which the output is made
 */
record OutputAgain(RecordedRequest request, BesideOutput beside) {
  /** The commands that write a file; all others write a folder. */
  private static final Set<String> OF_FILES =
      Set.of("mine", "judge", "eval captions", "eval vqa", "eval nlvr", "eval compare");

  /**
   * Refuses an output that cannot be compared, before any work.
   *
   * @throws RequestException if it cannot be compared, with the reason
   */
  static void requireWhole(RecordedOutput recorded, boolean sameRelease) {
    Path output = recorded.output();
    if (!Folders.isFolder(output) && !OF_FILES.contains(recorded.provenance().command())) {
      throw new RequestException(
          "it is one file of a folder that is made again as a whole; name the folder");
    }
    if (!sameRelease) {
      throw new RequestException(
          "it was made by another release, whose bytes may differ; use release "
              + recorded.provenance().falconVersion());
    }
  }

  /**
   * Makes the output again and compares it. An equal output is removed.
   *
   * @param verify the running command
   * @throws RequestException if the command fails, or if its own record shows that it was called
   *     with other options
   */
  OutputDifference compare(OutputOptions output, CommandSpec verify) {
    Path made = request.made();
    requireUnfinished(made);
    List<String> words =
        new ArrayList<>(RecordedCommand.words(request, verify.root(), Laboratory.remaker()));
    if (output.quiet()) {
      words.add("--quiet");
    }
    output.detail("falcon " + String.join(" ", words));
    if (!made.equals(beside.folder())) {
      Folders.make(beside.folder());
    }
    RemakeFailure failure = new RemakeFailure(verify.commandLine().getErr());
    int code =
        verify
            .root()
            .commandLine()
            .getSubcommands()
            .get(words.get(0))
            .setOut(new PrintWriter(Writer.nullWriter()))
            .setErr(new PrintWriter(failure, true))
            .execute(words.subList(1, words.size()).toArray(String[]::new));
    if (code != ExitCode.OK && code != RejectFlags.REJECTED) {
      beside.removeEmpty();
      throw new RequestException(failure.failure());
    }
    RecordedOutput again = RecordedOutput.open(made);
    requireSameRequest(again);
    OutputDifference difference = difference(again, output);
    if (difference.difference().isEmpty()) {
      beside.removeMade();
    } else {
      output.note(made + ": the output that was made again, for comparison");
    }
    return difference;
  }

  /** Bytes are equal where the libraries are; other versions of these round otherwise. */
  private OutputDifference difference(RecordedOutput again, OutputOptions output) {
    Map<String, String> is = request.recorded().provenance().libraries();
    Map<String, String> made = again.provenance().libraries();
    if (is.equals(made)) {
      return OutputDifference.withRecord(request.recorded(), again);
    }
    String versions = "computed by " + is + ", made again by " + made;
    if (!again.provenance().command().equals("embed")) {
      beside.removeMade();
      throw new RequestException(
          versions + ": its bytes may differ; use the versions that computed it");
    }
    output.note(
        request.recorded().output()
            + ": "
            + versions
            + ": vectors count as equal within "
            + OutputDifference.tolerance(request.recorded()));
    return OutputDifference.ofVectors(request.recorded(), again);
  }

  /**
   * Refuses the remains of a finished verification, which the user must remove; an interrupted one
   * resumes.
   */
  private void requireUnfinished(Path made) {
    boolean finished;
    try {
      finished = Folders.exists(made) && RecordedOutput.open(made).output().equals(made);
    } catch (FalconException e) {
      finished = false;
    }
    if (finished) {
      throw new RequestException(
          beside.folder() + ": holds the output of an earlier verification; move or remove it");
    }
  }

  private void requireSameRequest(RecordedOutput again) {
    Provenance is = request.recorded().provenance();
    Provenance made = again.provenance();
    if (!Json.line(is).equals(Json.line(made.withLibraries(is.libraries())))) {
      beside.removeMade();
      throw new RequestException(
          "the record is not understood as it was meant: "
              + OutputDifference.request(is, made)
                  .orElseGet(() -> names(is) + ", made again " + names(made)));
    }
  }

  /** Returns the rest of a record, which must differ if the options are equal. */
  private static String names(Provenance provenance) {
    return "of the inputs " + provenance.inputs().stream().map(Provenance.Input::name).toList();
  }
}
