// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The request that a plan's provenance records.
 *
 * @param provenance the provenance of the plan
 */
public record RecordedPlan(Provenance provenance) {
  private static final String COMMAND = "mine";
  private static final String CORPUS = "direction";

  /** Returns whether the provenance records a plan, which has search spaces. */
  public boolean isOfSearchSpaces() {
    return provenance.command().equals(COMMAND)
        && provenance.options().containsKey("search-space")
        && !provenance.options().containsKey(CORPUS);
  }

  /**
   * Returns the recorded request.
   *
   * @param store the store that was mined
   * @param graph the scheduler's graph, if the plan has one
   * @param vetoes the list of vetoes, if the plan has one
   * @param output the file or folder to write
   * @throws RequestException if the record lacks an option, or holds one that this release does not
   *     know
   */
  public MiningRequest request(
      EmbeddingStore store,
      Optional<Path> graph,
      Optional<Path> vetoes,
      Path output,
      MiningRequest.Execution execution) {
    MiningOptions mining =
        MiningPlan.recorded(provenance).options(provenance.seed(), graph, vetoes);
    return new MiningRequest(store, mining, output, format(), execution, true);
  }

  /** Returns the format of the tables. */
  public TableFormat format() {
    return MiningPlan.format(provenance);
  }
}
