// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.store.PackedRejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningSummary;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Mines plans outside this process, on a cluster. */
public interface MiningEngine extends Engine {
  /**
   * Mines a store into a plan that is a folder of parts, with the same bytes as {@link
   * Miner#mineFolder}. Finished parts are left unchanged.
   *
   * @param notes receives messages for the user
   */
  Planned mine(Request request, Progress progress, Consumer<String> notes);

  /**
   * A request to an engine.
   *
   * @param store the store's folder, a path or a URI
   * @param output the plan's folder, a path or a URI
   * @param format the format of the tables
   * @param master address of the cluster; empty to use the engine's own settings
   * @param imagesApart whether samples of one image are kept apart as long as a batch can be filled
   *     with others; without effect if the store has no image ids
   * @param veto the list of vetoes of the options as the user named it, a path or a URI; empty for
   *     the options' own path
   * @param scheduler the scheduler's graph as the user named it, a path or a URI; empty for the
   *     options' own path
   * @param overwrite whether a finished plan, or parts of another request, may be replaced
   */
  record Request(
      String store,
      MiningOptions options,
      String output,
      TableFormat format,
      String master,
      boolean imagesApart,
      Optional<String> veto,
      Optional<String> scheduler,
      boolean overwrite) {
    /** Creates a request whose options name their files by paths. */
    public Request(
        String store,
        MiningOptions options,
        String output,
        TableFormat format,
        String master,
        boolean imagesApart,
        boolean overwrite) {
      this(
          store,
          options,
          output,
          format,
          master,
          imagesApart,
          Optional.empty(),
          Optional.empty(),
          overwrite);
    }
  }

  /**
   * A plan that an engine has mined.
   *
   * @param output the plan's folder, as the request named it
   * @param rejects the unusable rows of the store, which a file of the plan also lists
   */
  record Planned(String output, MiningSummary summary, List<Reject> rejects) {
    public Planned {
      rejects = PackedRejects.unchanging(rejects);
    }
  }
}
