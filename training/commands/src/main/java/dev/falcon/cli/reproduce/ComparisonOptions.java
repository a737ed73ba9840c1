// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.reproduce;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.process.ChildProcesses;
import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.reproduce.Comparisons;
import dev.falcon.reproduce.model.Claim;
import dev.falcon.reproduce.model.Comparison;
import dev.falcon.reproduce.model.ComparisonConclusion;
import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.reproduce.model.ComparisonRequest.ItemEvaluation;
import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.ComparisonTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of all comparisons. */
public final class ComparisonOptions {
  @Option(
      names = "--comparison",
      paramLabel = "YAML",
      description = "Your own variants instead of the built-in ones.")
  private Path file;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      showDefaultValue = Visibility.NEVER,
      description = "Run only these variants; the tables contain all existing runs.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Number of seeds of every variant, instead of the comparison's own.")
  private Integer seeds;

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description =
          "The variant that the others are compared with, instead of the comparison's own.")
  private String baseline;

  @Effect(without = "--collect")
  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Runs at a time, each in its own process. Default: the number of cores for Scenes, 1 for"
              + " COCO.")
  private Integer jobs;

  @Effect(without = "--collect")
  @Option(
      names = "--despite-gate",
      description = "Run all variants even if the comparison's gate is closed.")
  private boolean despiteGate;

  @Option(names = "--collect", description = "Run nothing; only make the tables of existing runs.")
  private boolean collect;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = Visibility.NEVER,
      description =
          "Set a key of the training configuration in all runs; may be given several times.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = {"--out", "--output-folder"},
      required = true,
      paramLabel = "DIR",
      description = "The folder of all runs and tables.")
  private Path out;

  @Mixin private OutputOptions output;

  /** Prepares the data before anything runs; returns keys of the training configuration. */
  @FunctionalInterface
  public interface Preparation {
    /**
     * Prepares the data, or finds them prepared.
     *
     * @param out the folder of all runs and tables
     * @param overwrite whether data that were prepared with other options are replaced
     */
    List<String> keys(Path out, boolean overwrite, Progress progress);
  }

  /**
   * Runs the comparison.
   *
   * @param builtIn the default variants
   * @param config the configuration on which all runs build; empty for the comparison's preset
   * @param usualJobs the default number of runs at a time
   */
  public int run(Supplier<Comparison> builtIn, Optional<Path> config, int usualJobs) {
    return run(builtIn, config, usualJobs, (folder, overwrite, progress) -> List.of());
  }

  /**
   * Runs the comparison on prepared data.
   *
   * @param builtIn the default variants
   * @param config the configuration on which all runs build; empty for the comparison's preset
   * @param usualJobs the default number of runs at a time
   */
  public int run(
      Supplier<Comparison> builtIn, Optional<Path> config, int usualJobs, Preparation preparation) {
    return run(builtIn, UnaryOperator.identity(), config, usualJobs, preparation);
  }

  /**
   * Runs the comparison on prepared data.
   *
   * @param builtIn the default variants
   * @param change applies the command's own flags to any comparison
   * @param config the configuration on which all runs build; empty for the comparison's preset
   * @param usualJobs the default number of runs at a time
   */
  public int run(
      Supplier<Comparison> builtIn,
      UnaryOperator<Comparison> change,
      Optional<Path> config,
      int usualJobs,
      Preparation preparation) {
    return run(builtIn, change, config, usualJobs, preparation, Optional.empty());
  }

  /**
   * Runs the comparison on prepared data.
   *
   * @param builtIn the default variants
   * @param change applies the command's own flags to any comparison
   * @param config the configuration on which all runs build; empty for the comparison's preset
   * @param usualJobs the default number of runs at a time
   * @param evaluation evaluates every run's checkpoint by item; empty for none
   */
  int run(
      Supplier<Comparison> builtIn,
      UnaryOperator<Comparison> change,
      Optional<Path> config,
      int usualJobs,
      Preparation preparation,
      Optional<ItemEvaluation> evaluation) {
    if (seeds != null && seeds < 1) {
      throw new RequestException("--seeds must be at least 1; it is " + seeds);
    }
    if (jobs != null && jobs < 1) {
      throw new RequestException("--jobs must be at least 1; it is " + jobs);
    }
    Comparison comparison =
        change.apply(file == null ? builtIn.get() : ComparisonReader.read(file));
    if (baseline != null) {
      comparison = comparison.withBaseline(baseline);
    }
    List<Path> inputs = new ArrayList<>(config.stream().toList());
    Optional.ofNullable(file).ifPresent(inputs::add);
    Comparisons.requirePlace(out, inputs);
    int atATime = jobs == null ? usualJobs : jobs;
    List<String> keys =
        new ArrayList<>(preparation.keys(out, output.overwrite(), output.progress()));
    keys.addAll(overrides);
    try (Interruption interruption = Interruption.listen()) {
      ComparisonResult result =
          Comparisons.run(
              new ComparisonRequest(
                  comparison,
                  new ComparisonRequest.Chosen(config, keys, only, seeds == null ? 0 : seeds),
                  collect ? 0 : atATime,
                  out,
                  output.overwrite(),
                  despiteGate,
                  evaluation,
                  processes(atATime),
                  new ComparisonRequest.Watch(
                      output.progress(), output::note, interruption::requested)));
      output.result(result, () -> text(result));
      if (interruption.requested()) {
        output.note("interrupted; the same command resumes from there");
      }
      boolean closed = result.gate() != null && result.gate().runs() > 0 && !result.gate().open();
      if (closed && !despiteGate && !collect) {
        output.note(result.gate().words() + "; --despite-gate runs them");
        return 1;
      }
    }
    return 0;
  }

  private String text(ComparisonResult result) {
    StringBuilder text = new StringBuilder();
    if (result.gate() != null) {
      text.append(result.gate().sentence()).append("\n\n");
    }
    ComparisonConclusion.caution(result).ifPresent(caution -> text.append(caution).append("\n\n"));
    for (ComparisonTables.Table table : ComparisonTables.chief(result)) {
      TextTable lines = new TextTable(table.headings().toArray(String[]::new));
      table.rows().forEach(row -> lines.row(row.toArray(String[]::new)));
      text.append(table.title()).append('\n').append(lines).append('\n');
    }
    ComparisonConclusion.sentence(result)
        .ifPresent(sentence -> text.append(sentence).append("\n\n"));
    appendClaims(text, result);
    text.append("all tables: ").append(out.resolve("comparison.md")).append('\n');
    return text.append("as a page: ").append(out.resolve("report.html")).append('\n').toString();
  }

  /** Appends the claims that these runs test, and the number of untested claims. */
  private static void appendClaims(StringBuilder text, ComparisonResult result) {
    TextTable claims = new TextTable("the paper says", "seen", "here");
    int tested = 0;
    int untested = 0;
    for (Claim claim : result.claims()) {
      for (Claim.Finding finding : claim.findings()) {
        if (finding.verdict() == Claim.Verdict.NOT_TESTABLE) {
          untested++;
        } else {
          tested++;
          claims.row(
              claim.number() + ". " + claim.statement(),
              finding.reading(),
              finding.verdict().words());
        }
      }
    }
    if (tested > 0) {
      text.append(claims);
    }
    if (untested > 0) {
      text.append(untested)
          .append(" readings of the paper's claims need further variants or seeds\n");
    }
    text.append('\n');
  }

  private static ComparisonRequest.Processes processes(int atATime) {
    ChildProcesses child = ChildProcesses.ofThisOne(atATime);
    return new ComparisonRequest.Processes(child.command(), child.classPath());
  }
}
