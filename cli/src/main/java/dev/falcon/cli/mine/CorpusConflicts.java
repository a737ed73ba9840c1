package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/**
 * Refuses flags that have no effect with {@code --corpus}, or none without it, before any work, so
 * that no flag is silently ignored. Flags at their defaults that were not given are accepted.
 *
 * @param given the command line
 */
record CorpusConflicts(ParseResult given) {
  private static final List<String> OF_CORPUS =
      List.of(
          "--queries",
          "--direction",
          "--positives",
          "--margin-to",
          "--min-score",
          "--depth",
          "--judge",
          "--judge-for",
          "--witness",
          "--sampling",
          "--short",
          "--image-path",
          "--candidates",
          "--from",
          "--withhold",
          "--target-false",
          "--target-by",
          "--batches",
          "--most-shared");
  private static final List<String> OF_QUANTILES =
      List.of("--quantiles", "--model", "--scheduler", "--draw");
  private static final List<String> OF_SPACES =
      List.of(
          "--search-space", "--shuffle", "--quantile-levels", "--level", "--warp", "--run-length");
  private static final List<String> OF_BATCHES =
      List.of("--most-shared", "--batch-size", "--epochs", "--remainder");

  /** Refuses flags for a corpus if there is none. */
  void requireCorpus() {
    refuse(OF_CORPUS, " applies to lists from a corpus; give --corpus, too");
  }

  /** Refuses flags that a search of a corpus does not use. */
  void refuseWithCorpus(ListFlags what, VetoFlags vetoes, RunFlags run) {
    if (!what.ofLists()) {
      throw new RequestException("--corpus applies to lists; give --output negatives, too");
    }
    if (first(OF_QUANTILES).isPresent()) {
      throw new RequestException(
          "--corpus uses no quantiles: --range-min and --range-max choose ranks; omit --quantiles,"
              + " --model, --scheduler and --draw");
    }
    refuse(OF_SPACES, " applies to search spaces, which --corpus does not use; omit it");
    refuse(List.of("--second-witness"), " applies to search spaces; with --corpus, give --witness");
    if (!given.hasMatchedOption("--batches")) {
      refuse(OF_BATCHES, " requires --batches");
    }
    if (!given.hasMatchedOption("--judge")) {
      refuse(List.of("--judge-for"), " requires --judge");
    }
    if (vetoes.estimatesWeight()) {
      run.requireWeightHere();
    }
    if (vetoes.nearImages().isPresent()) {
      throw new RequestException(
          "--exclude near-image applies to search spaces; with --corpus, give --exclude same-image");
    }
    if (run.spark() != null) {
      run.requireProcessor("--spark computes on the executors' processors");
      if (run.shard() != null) {
        throw new RequestException("--spark searches all parts; omit --shard");
      }
    }
  }

  private void refuse(List<String> flags, String reason) {
    first(flags)
        .ifPresent(
            flag -> {
              throw new RequestException(flag + reason);
            });
  }

  private Optional<String> first(List<String> flags) {
    return flags.stream().filter(given::hasMatchedOption).findFirst();
  }
}
