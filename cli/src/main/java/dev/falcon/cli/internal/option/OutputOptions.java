// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.internal.process.ConsoleProgress;
import dev.falcon.cli.internal.process.DataNotes;
import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.cli.internal.process.QuietProgress;
import dev.falcon.cli.internal.table.RejectedRows;
import dev.falcon.data.PrintableText;
import dev.falcon.data.Progress;
import dev.falcon.data.Warning;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.work.OutputFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The output of all commands: the common flags and the streams. */
public final class OutputOptions {
  private static final Path NVIDIA = Path.of("/dev/nvidiactl");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print the result as JSON on standard output.")
  private boolean json;

  private final List<String> noted = Collections.synchronizedList(new ArrayList<>());

  @Option(names = "--overwrite", description = "Replace outputs that exist.")
  private boolean overwrite;

  @Option(
      names = {"--quiet", "-q"},
      description = "Show no progress.")
  private boolean quiet;

  @Option(
      names = {"--verbose", "-v"},
      description = "Show which kernels, devices and memory are used.")
  private boolean verbose;

  /** Returns those of a command. */
  public static OutputOptions of(CommandSpec command) {
    return (OutputOptions) command.mixins().get("output").userObject();
  }

  /** Returns whether existing outputs may be replaced. */
  public boolean overwrite() {
    return overwrite;
  }

  /** Returns whether the user requested details. */
  public boolean verbose() {
    return verbose;
  }

  /** Returns whether the user requested no progress. */
  public boolean quiet() {
    return quiet;
  }

  /**
   * Returns the progress display on standard error. Its notes are also part of the result for
   * programs.
   */
  public Progress progress() {
    Progress shown = quiet ? new QuietProgress(err()) : ConsoleProgress.onStandardError(err());
    return new Progress() {
      @Override
      public Task begin(String name, long total, String unit) {
        return shown.begin(name, total, unit);
      }

      @Override
      public void note(String line) {
        noted.add(line);
        shown.note(line);
      }
    };
  }

  /**
   * Prints a message for the user on standard error. One that is a {@link Warning} is also part of
   * the result for programs.
   */
  public void note(String line) {
    Warning.text(line).ifPresent(noted::add);
    err().println(PrintableText.lines(line));
  }

  /** Prints a message about the chosen device, if it is a GPU or details are requested. */
  public void deviceNote(String line) {
    if (verbose || Folders.exists(NVIDIA)) {
      note(line);
    }
  }

  /** Prints a message on standard error if the user requested details. */
  public void detail(String line) {
    if (verbose) {
      err().println(PrintableText.lines(line));
    }
  }

  /**
   * Runs resumable work, and reports that the same command resumes if Ctrl-C or SIGTERM ends the
   * JVM before it is done.
   */
  public <T> T resumable(Supplier<T> work) {
    Interruption.resumable(true);
    try {
      return work.get();
    } finally {
      Interruption.resumable(false);
    }
  }

  /**
   * Computes a result, prints it, and writes it as JSON to a file unless the file is null.
   *
   * @param inputs files and folders that are read
   */
  public <R> void report(
      Path file, Collection<Path> inputs, Supplier<R> compute, Function<R, String> text) {
    requireFile(file, inputs);
    R result = compute.get();
    write(file, result);
    result(result, () -> text.apply(result));
  }

  /**
   * Refuses a file that must not be written, before any work; does nothing if the file is null.
   *
   * @param inputs files and folders that are read
   */
  public void requireFile(Path file, Collection<Path> inputs) {
    if (file != null) {
      OutputFile.require(file, overwrite, inputs);
    }
  }

  /** Writes a result as JSON, with a digest if it is a record; does nothing if the file is null. */
  public void write(Path file, Object value) {
    if (file == null) {
      return;
    }
    if (Json.mapper().valueToTree(value).has("provenance")) {
      RecordFile.write(file, value);
    } else {
      Json.write(file, value);
    }
  }

  /** Prints the result: as JSON if requested, otherwise as text. */
  public void result(Object value, Supplier<String> text) {
    result(value, List.of(), text);
  }

  /**
   * Prints the result: as JSON if requested, with these and all noted warnings in the field {@code
   * warnings} if there are any; otherwise as text, followed by these warnings.
   */
  public void result(Object value, List<String> warnings, Supplier<String> text) {
    PrintWriter out = spec.commandLine().getOut();
    if (RejectedRows.isAmong(warnings)) {
      DataNotes.rejectsAreReported();
    }
    if (json) {
      List<String> all = new ArrayList<>(noted);
      all.addAll(DataNotes.lines(true));
      all.addAll(warnings);
      out.print(Json.pretty(withWarnings(value, all)));
    } else {
      out.print(PrintableText.lines(text.get()));
      warnings.forEach(warning -> out.println(PrintableText.line(Warning.line(warning))));
    }
    out.flush();
  }

  /** Returns a result for programs with warnings; of several results, the first gets them. */
  public static JsonNode withWarnings(Object value, List<String> warnings) {
    JsonNode result = Json.mapper().valueToTree(value);
    JsonNode first = result.isArray() ? result.path(0) : result;
    if (!warnings.isEmpty() && first instanceof ObjectNode object) {
      warnings.forEach(object.withArray("/warnings")::add);
    }
    return result;
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
