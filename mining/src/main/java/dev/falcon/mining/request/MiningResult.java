package dev.falcon.mining.request;

import dev.falcon.data.Reject;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run has made.
 *
 * @param output the plan's file
 * @param summary what the plan holds
 * @param rejects rows of the store that could not be used, listed in a file beside the plan, too
 */
public record MiningResult(Path output, MiningSummary summary, List<Reject> rejects) {
  public MiningResult {
    rejects = List.copyOf(rejects);
  }
}
