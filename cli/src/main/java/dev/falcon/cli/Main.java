// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.cli.internal.option.EnumValues;
import dev.falcon.cli.internal.option.FormerWords;
import dev.falcon.cli.internal.option.OptionNeeds;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.RejectFlags;
import dev.falcon.cli.internal.option.WrittenFiles;
import dev.falcon.cli.internal.process.ArgumentFiles;
import dev.falcon.cli.internal.process.DataNotes;
import dev.falcon.cli.internal.process.Failures;
import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.cli.internal.process.ProcessEnd;
import dev.falcon.cli.internal.process.StandardOutput;
import dev.falcon.data.FalconException;
import dev.falcon.data.PrintableText;
import dev.falcon.data.RequestException;
import dev.falcon.data.Warning;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line's entry point. */
public final class Main {
  private static final Pattern OPTION = Pattern.compile("--[a-z]\\w*(_\\w+|-\\w+)*");

  private Main() {}

  /**
   * Runs a command and ends the JVM with its exit code. If a cluster's manager runs the driver
   * ({@code spark-submit --deploy-mode cluster}), this method instead returns when the work is
   * done, and throws an exception if it has failed.
   */
  public static void main(String[] arguments) {
    StandardOutput out = new StandardOutput();
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    Interruption.handleSignals(err);
    PrintWriter writer = out.writer();
    int code = run(writer, err, arguments);
    writer.flush();
    if (out.failure().isPresent()) {
      err.println("falcon: " + out.failure().get());
      code = CommandLine.ExitCode.SOFTWARE;
    }
    int exitCode = Interruption.exitCode(code);
    if (ofCluster()) {
      if (exitCode == 0 || exitCode == RejectFlags.REJECTED) {
        return; // the cluster's manager would treat any exit as a failure
      }
      throw new IllegalStateException(
          "falcon has failed with exit code " + exitCode + "; its message is in the driver's log");
    }
    ProcessEnd.with(exitCode);
  }

  /**
   * Returns whether a cluster's manager runs this process and calls {@link #main}. In a Kubernetes
   * pod, the driver is started in client mode, with a separate setting.
   */
  private static boolean ofCluster() {
    return "cluster".equals(System.getProperty("spark.submit.deployMode"))
        || "true".equals(System.getProperty("spark.kubernetes.submitInDriver"));
  }

  /**
   * Runs a command without ending the JVM.
   *
   * @return the exit code: 0 if the command is done; 1 if it failed; 2 for wrong usage; 3 if it is
   *     done but some inputs were rejected (they are listed)
   */
  public static int run(String... arguments) {
    return run(
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        arguments);
  }

  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    FormerWords former;
    try {
      former = FormerWords.of(List.of(hyphenated(ArgumentFiles.expand(arguments))));
    } catch (FalconException e) {
      err.println("falcon: " + PrintableText.line(e.getMessage()));
      return e instanceof RequestException
          ? CommandLine.ExitCode.USAGE
          : CommandLine.ExitCode.SOFTWARE;
    }
    String[] words = former.words().toArray(new String[0]);
    CommandLine falcon = FalconCommand.forArguments(words);
    inDeclaredOrder(falcon);
    HelpSections.showIn(falcon);
    HelpExamples.showIn(falcon);
    EnumValues.in(falcon);
    Handling handling = new Handling(former.advice());
    falcon
        .setOut(out)
        .setErr(err)
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpAutoWidth(true)
        .setExecutionStrategy(handling)
        .setExecutionExceptionHandler(handling)
        .setParameterExceptionHandler(handling);
    try {
      return falcon.execute(words);
    } catch (Error e) {
      // Picocli passes on only exceptions.
      return Failures.report(e, falcon, falcon.getParseResult());
    }
  }

  /**
   * Accepts options spelled with underscores, as in other tools: {@code --batch_size} is {@code
   * --batch-size}.
   */
  private static String[] hyphenated(String[] arguments) {
    String[] words = arguments.clone();
    for (int i = 0; i < words.length && !words[i].equals("--"); i++) {
      int value = words[i].indexOf('=');
      String name = value < 0 ? words[i] : words[i].substring(0, value);
      if (OPTION.matcher(name).matches()) {
        words[i] = name.replace('_', '-') + words[i].substring(name.length());
      }
    }
    return words;
  }

  /**
   * Runs a command and handles its failures. There are no lambdas here: the JVM would immediately
   * link the classes that they name, and its archive excludes old classes that are linked, such as
   * those of picocli.
   */
  private static final class Handling
      implements IExecutionStrategy, IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Optional<String> advice;

    Handling(Optional<String> advice) {
      this.advice = advice;
    }

    @Override
    public int execute(ParseResult parsed) {
      ParseResult command = Failures.last(parsed);
      Interruption.begin(command.commandSpec().qualifiedName());
      if (advice.isPresent()) {
        OutputOptions.of(command.commandSpec()).note(Warning.line(advice.get()));
      }
      try {
        OptionNeeds.requireEffects(command);
        WrittenFiles.requireApart(command);
      } catch (FalconException e) {
        return Failures.report(e, command.commandSpec().commandLine(), parsed);
      }
      boolean done = false;
      try {
        int code = new CommandLine.RunLast().execute(parsed);
        done = true;
        return code;
      } finally {
        DataNotes.print(command.commandSpec().commandLine().getErr(), done);
      }
    }

    @Override
    public int handleExecutionException(
        Exception failure, CommandLine command, ParseResult parsed) {
      return Failures.report(failure, command, parsed);
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
      return Failures.usage(failure, arguments);
    }
  }

  /** Lists options in the order of their fields, so that related ones stay together. */
  private static void inDeclaredOrder(CommandLine command) {
    command.getCommandSpec().usageMessage().sortOptions(false);
    for (CommandLine subcommand : command.getSubcommands().values()) {
      inDeclaredOrder(subcommand);
    }
  }
}
