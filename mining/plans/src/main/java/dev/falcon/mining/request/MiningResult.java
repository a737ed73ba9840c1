// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.request;

import dev.falcon.data.Reject;
import dev.falcon.data.store.PackedRejects;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of a run.
 *
 * @param output the plan's file
 * @param summary the summary of the plan
 * @param rejects the unusable rows of the store, which a file beside the plan also lists
 */
public record MiningResult(Path output, MiningSummary summary, List<Reject> rejects) {
  public MiningResult {
    rejects = PackedRejects.unchanging(rejects);
  }
}
