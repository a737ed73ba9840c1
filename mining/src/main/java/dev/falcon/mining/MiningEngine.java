package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.store.PackedRejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.corpus.PartSearch;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningSummary;
import dev.falcon.mining.request.MiningTarget;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Mines outside this process: on a cluster. Found as a service, if it is on the class path. */
public interface MiningEngine {
  /** Its name in flags, such as {@code spark}. */
  String name();

  /**
   * Mines a store into a plan that is a folder of parts, with the same bytes as {@link
   * Miner#mineFolder}; finished parts are left unchanged.
   *
   * @param notes receives messages for the user
   */
  Planned mine(Request request, Progress progress, Consumer<String> notes);

  /**
   * The search for parts of a corpus, with the same bytes as in one process.
   *
   * @param master address of the cluster; empty to use the engine's own settings
   * @param notes receives messages for the user
   */
  PartSearch lists(String master, Consumer<String> notes);

  /**
   * A request to an engine.
   *
   * @param store the store's folder, a path or a URI
   * @param output the plan's folder, a path or a URI
   * @param format of the tables
   * @param master address of the cluster; empty to use the engine's own settings
   * @param imagesApart whether samples of one image are kept apart while a batch can be filled with
   *     others, where the store says which are
   * @param veto the list of vetoes of the options as the user named it, a path or a URI; empty for
   *     the options' own path
   * @param scheduler the same of the scheduler's graph
   * @param overwrite whether a finished plan, or parts of another request, may be replaced
   */
  record Request(
      String store,
      MiningOptions options,
      MiningTarget target,
      String output,
      TableFormat format,
      String master,
      boolean imagesApart,
      Optional<String> veto,
      Optional<String> scheduler,
      boolean overwrite) {
    public Request {
      MiningRequest.requireFit(options, target);
    }

    /** A request whose options name their files by paths. */
    public Request(
        String store,
        MiningOptions options,
        MiningTarget target,
        String output,
        TableFormat format,
        String master,
        boolean imagesApart,
        boolean overwrite) {
      this(
          store,
          options,
          target,
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
   * @param rejects unusable rows of the store, which are also listed in a file of the plan
   */
  record Planned(String output, MiningSummary summary, List<Reject> rejects) {
    public Planned {
      rejects = PackedRejects.unchanging(rejects);
    }
  }
}
