package dev.falcon.cli;

import dev.falcon.cli.internal.MiningTable;
import dev.falcon.cli.internal.OutputOptions;
import dev.falcon.cli.internal.PartsTable;
import dev.falcon.data.RequestException;
import dev.falcon.mining.MiningResult;
import dev.falcon.mining.PlanMerge;
import dev.falcon.onnx.embed.EmbedParts;
import dev.falcon.onnx.embed.MergedStore;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon merge}: the tasks' parts in, the whole out. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = {
      "Ends what several tasks have made by --shard: a store of embed, or a plan of mine.",
      "",
      "Checks that all parts are there, of one request and unharmed; what is missing is told as a"
          + " scheduler's list. Of a plan, writes plan.json and, with --out, one file, too: the bytes"
          + " that a single run writes. Of a store, writes its shards and store.json.",
      ""
    })
final class MergeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "The tasks' --out.")
  private Path folder;

  @Option(
      names = {"--out", "-o"},
      paramLabel = "FILE",
      description = "Of a plan, one file to write; its extension tells the format.")
  private Path out;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    if (EmbedParts.isHere(folder)) {
      return mergeStore();
    }
    MiningResult result =
        out == null ? PlanMerge.finish(folder) : PlanMerge.toFile(folder, out, output.overwrite());
    output.result(result, () -> MiningTable.of(result, false));
    return result.rejects().isEmpty() ? 0 : 3;
  }

  private int mergeStore() {
    if (out != null) {
      throw new RequestException("--out is of plans; a store stays in its folder, " + folder);
    }
    MergedStore store = EmbedParts.merge(folder, output.progress());
    output.result(store, () -> PartsTable.of(store));
    return store.rejects() > 0 ? 3 : 0;
  }
}
