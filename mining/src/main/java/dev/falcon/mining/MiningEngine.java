package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.request.MiningTarget;
import java.util.function.Consumer;

/**
 * Mines by other means than this process: on a cluster. Found as a service, where it is on the
 * class path.
 */
public interface MiningEngine {
  /** What flags call it, such as {@code spark}. */
  String name();

  /**
   * Mines a store into a plan that is a folder of parts, the same bytes that {@link
   * Miner#mineFolder} writes; parts that are done are left as they are.
   *
   * @param notes takes lines that the user should read once
   */
  MiningResult mine(Request request, Progress progress, Consumer<String> notes);

  /**
   * What is asked.
   *
   * @param store the store's folder, a path or a URI
   * @param output the plan's folder, a path or a URI
   * @param format of the tables
   * @param master where the engine works; empty where its own settings say it
   * @param overwrite whether a finished plan, or parts of another request, may be replaced
   */
  record Request(
      String store,
      MiningOptions options,
      MiningTarget target,
      String output,
      TableFormat format,
      String master,
      boolean overwrite) {
    public Request {
      MiningRequest.requireFit(options, target);
    }
  }
}
