package dev.falcon.cli;

import dev.falcon.cli.internal.MiningTable;
import dev.falcon.cli.internal.OutputOptions;
import dev.falcon.mining.MiningResult;
import dev.falcon.mining.PlanMerge;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon merge}: the tasks' parts in, a whole plan out. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = {
      "Ends a plan that several tasks have mined by mine --shard.",
      "",
      "Checks that all parts are there, of one request and unharmed, and writes plan.json; what is"
          + " missing is told as a scheduler's list. With --out, writes the plan as one file, too: the"
          + " bytes that a single run writes.",
      ""
    })
final class MergeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "The plan's folder: mine's --out.")
  private Path folder;

  @Option(
      names = {"--out", "-o"},
      paramLabel = "FILE",
      description = "One file to write; its extension tells the format.")
  private Path out;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    MiningResult result =
        out == null ? PlanMerge.finish(folder) : PlanMerge.toFile(folder, out, output.overwrite());
    output.result(result, () -> MiningTable.of(result, false));
    return result.rejects().isEmpty() ? 0 : 3;
  }
}
