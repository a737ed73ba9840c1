package dev.falcon.cli.internal.option;

import dev.falcon.cli.internal.process.ConsoleProgress;
import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.data.PrintableText;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command says, and how: the flags that all share, and the streams. */
public final class OutputOptions {
  private static final Path NVIDIA = Path.of("/dev/nvidiactl");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print the result as JSON on standard output.")
  private boolean json;

  @Option(names = "--overwrite", description = "Replace outputs that exist.")
  private boolean overwrite;

  @Option(
      names = {"--quiet", "-q"},
      description = "Show no progress.")
  private boolean quiet;

  @Option(
      names = {"--verbose", "-v"},
      description = "Say what is used: kernels, devices, memory.")
  private boolean verbose;

  /** Whether outputs that exist may be replaced. */
  public boolean overwrite() {
    return overwrite;
  }

  /** Whether the user asked for details. */
  public boolean verbose() {
    return verbose;
  }

  /** Progress on standard error. */
  public Progress progress() {
    return quiet ? Progress.NONE : ConsoleProgress.onStandardError(err());
  }

  /** A line that the user should read once, on standard error. */
  public void note(String line) {
    err().println(PrintableText.lines(line));
  }

  /** A line on the device that was taken: news only where there is a GPU, or to those who ask. */
  public void deviceNote(String line) {
    if (verbose || Files.exists(NVIDIA)) {
      note(line);
    }
  }

  /** A line for those who asked for details, on standard error. */
  public void detail(String line) {
    if (verbose) {
      err().println(PrintableText.lines(line));
    }
  }

  /**
   * Does work that goes on where it stopped when the same command is given again, and says so if
   * Ctrl-C or SIGTERM ends the JVM before it is done.
   */
  public <T> T resumable(Supplier<T> work) {
    Interruption.resumable(true);
    try {
      return work.get();
    } finally {
      Interruption.resumable(false);
    }
  }

  /** Computes a result, prints it, and writes it as JSON into a file, or for null into none. */
  public <R> void report(Path file, Supplier<R> compute, Function<R, String> text) {
    refuseExisting(file);
    R result = compute.get();
    write(file, result);
    result(result, () -> text.apply(result));
  }

  /** Refuses a file that is there and may not be replaced; null for none. */
  public void refuseExisting(Path file) {
    if (file != null && Files.exists(file) && !overwrite) {
      throw new RequestException(file + ": exists; --overwrite replaces it");
    }
  }

  /** Writes the result as JSON; to null, nowhere. */
  public void write(Path file, Object value) {
    if (file != null) {
      Json.write(file, value);
    }
  }

  /** Prints the result: as JSON if asked, else as text. */
  public void result(Object value, Supplier<String> text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? Json.pretty(value) : PrintableText.lines(text.get()));
    out.flush();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
