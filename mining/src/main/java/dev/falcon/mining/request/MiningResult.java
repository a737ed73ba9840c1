package dev.falcon.mining.request;

import dev.falcon.data.Reject;
import dev.falcon.data.store.PackedRejects;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of a run.
 *
 * @param output the plan's file
 * @param summary of the plan
 * @param rejects unusable rows of the store, which are also listed in a file beside the plan
 */
public record MiningResult(Path output, MiningSummary summary, List<Reject> rejects) {
  public MiningResult {
    rejects = PackedRejects.unchanging(rejects);
  }
}
