package dev.falcon.cli.audit;

import dev.falcon.data.RequestException;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.request.MiningOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags that say what is audited. */
final class AuditTargetFlags {
  private static final List<Double> GRID =
      List.of(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0);

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description =
          "Audit a batch plan: the chain's samples, the hardest in-batch negatives, all pairs of a"
              + " batch.")
  private Path plan;

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "Q",
      description =
          "Audit the store's candidates at these quantiles (default: 0,0.1,…,0.9,0.95,0.99,0.999,1).")
  private List<Double> quantiles;

  @Option(
      names = {"--search-space", "--search_space"},
      paramLabel = "N",
      description = "|M|: samples that quantiles are taken among (default: ${DEFAULT-VALUE}).")
  private int searchSpace = MiningOptions.DEFAULT_SEARCH_SPACE;

  @Option(
      names = "--pairs",
      paramLabel = "FILE",
      description = "Audit a list of pairs: image_key, text_key.")
  private Path pairs;

  AuditTarget target(boolean hasStore) {
    int named = (plan == null ? 0 : 1) + (quantiles == null ? 0 : 1) + (pairs == null ? 0 : 1);
    if (named > 1) {
      throw new RequestException("one of --plan, --quantiles and --pairs, not several");
    }
    if (plan != null) {
      return new AuditTarget.Plan(plan);
    }
    if (pairs != null) {
      return new AuditTarget.Pairs(pairs);
    }
    if (!hasStore) {
      throw new RequestException(
          "what is audited? name --plan or --pairs, or a store by --embeddings for --quantiles");
    }
    return new AuditTarget.Quantiles(quantiles == null ? GRID : quantiles, searchSpace);
  }
}
