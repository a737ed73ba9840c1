// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.NamedInput;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.DataFolders;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.request.MiningOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The flags that name the audited negatives. */
final class AuditTargetFlags {
  private static final List<Double> GRID =
      List.of(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0);

  @InputFlag(InputRole.PLAN)
  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description =
          "Audit a batch plan: the samples of its chains, the hardest in-batch negatives, and all"
              + " pairs of a batch.")
  private Path plan;

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "Q",
      description =
          "Audit the store's candidates at these quantiles (default:"
              + " 0,0.1,…,0.9,0.95,0.99,0.999,1).")
  private List<Double> quantiles;

  @Effect(without = {"--plan", "--pairs", "--lists"})
  @Option(
      names = "--search-space",
      paramLabel = "N",
      description =
          "|M|: number of samples among which quantiles are taken (default: ${DEFAULT-VALUE}).")
  private int searchSpace = MiningOptions.DEFAULT_SEARCH_SPACE;

  @InputFlag(InputRole.PAIRS)
  @Option(
      names = "--pairs",
      paramLabel = "FILE",
      description = "Audit a list of pairs, as a table image_key, text_key.")
  private Path pairs;

  @InputFlag(InputRole.LISTS)
  @Option(
      names = {"--lists", "--negatives"},
      paramLabel = "FILE",
      description =
          "Audit lists of negatives, as falcon lists writes them: each query with its negatives.")
  private Path negatives;

  /** Refuses several targets, and targets that do not exist. */
  void require() {
    long named = Stream.of(plan, quantiles, pairs, negatives).filter(Objects::nonNull).count();
    if (named > 1) {
      throw new RequestException(
          "give one of --plan, --quantiles, --pairs and --lists, not several");
    }
    Stream.of(plan, pairs, negatives).filter(Objects::nonNull).forEach(NamedInput::requireThere);
    Stream.of(plan, pairs).filter(Objects::nonNull).forEach(AuditTargetFlags::requireNoLists);
    if (negatives != null
        && Folders.isFolder(negatives)
        && DataFolders.savedFiles(negatives).isEmpty()) {
      throw new RequestException(
          negatives + ": is a folder; name the file of its lists, such as its part-00000.parquet");
    }
  }

  /** Refuses lists of negatives that are named as a plan or as pairs. */
  private static void requireNoLists(Path file) {
    if (!Folders.isFile(file)) {
      return;
    }
    try (TableReader table = TableReader.open(file)) {
      if (table.columns().contains("anchor") && !table.columns().contains("image_key")) {
        throw new RequestException(file + ": holds lists of negatives; give it with --lists");
      }
    }
  }

  AuditTarget target(boolean hasStore) {
    if (negatives != null) {
      return new AuditTarget.Lists(negatives);
    }
    if (plan != null) {
      return new AuditTarget.Plan(plan);
    }
    if (pairs != null) {
      return new AuditTarget.Pairs(pairs);
    }
    if (!hasStore) {
      throw new RequestException(
          "nothing to audit; give --plan, --lists or --pairs, or a store with --embeddings for"
              + " --quantiles");
    }
    return new AuditTarget.Quantiles(quantiles == null ? GRID : quantiles, searchSpace);
  }
}
