package dev.falcon.cli.eval;

import dev.falcon.cli.internal.option.GateFlags;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.SuiteTables;
import dev.falcon.data.gate.MetricGate;
import dev.falcon.eval.compositional.compare.ComparisonGates;
import dev.falcon.eval.compositional.compare.SuiteComparison;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon eval compare}: two models on the same items. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Compare two models on the same items of a suite, item by item: how many the second has won"
          + " and lost, McNemar's exact test, and intervals that draw images.",
      "--require applies to the difference in points. A metric is rows (all items), subsets (the"
          + " mean of subsets), or a subset's name."
    })
final class EvalCompareCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "A",
      description =
          "The baseline: an output folder of eval compositional, its items.parquet, or any table"
              + " with a column right, and item, subset and image if there are some.")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The other run, of the same items.")
  private Path second;

  @Option(
      names = "--seed",
      defaultValue = "0",
      paramLabel = "N",
      description = "The seed of the bootstrap.")
  private long seed;

  @Option(names = "--out", paramLabel = "FILE", description = "Also write the result as JSON.")
  private Path out;

  @Mixin private GateFlags gates;
  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    List<Path> inputs = List.of(first, second);
    List<MetricGate> required = gates.gates(outputs, inputs);
    outputs.requireFile(out, inputs);
    SuiteComparison comparison = SuiteComparison.of(first, second, seed);
    outputs.write(out, comparison);
    outputs.result(comparison, () -> SuiteTables.comparison(comparison));
    return gates.report(
        outputs, "falcon eval compare", ComparisonGates.decide(comparison, required), 0);
  }
}
