package dev.falcon.cli;

import dev.falcon.cli.internal.Failures;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The command line's entry. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /**
   * Runs a command without ending the JVM.
   *
   * @return 0 done; 1 failed; 2 the command line is wrong; 3 done, but some inputs were rejected
   *     (they are listed)
   */
  public static int run(String... arguments) {
    return run(
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        arguments);
  }

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine falcon = new CommandLine(new FalconCommand());
    inDeclaredOrder(falcon);
    return falcon
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpAutoWidth(true)
        .setExecutionExceptionHandler(Failures::report)
        .setParameterExceptionHandler(Failures::usage)
        .execute(arguments);
  }

  /** Has help list options as their fields stand: what belongs together stays together. */
  private static void inDeclaredOrder(CommandLine command) {
    command.getCommandSpec().usageMessage().sortOptions(false);
    command.getSubcommands().values().forEach(Main::inDeclaredOrder);
  }
}
