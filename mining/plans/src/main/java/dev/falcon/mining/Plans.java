// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A batch plan in one expression, with the defaults and the words of {@code falcon mine}: {@code
 * Plans.of(store).quantiles("falcon+").to(file)}. For everything else there is {@link
 * MiningRequest}.
 */
public final class Plans {
  private final EmbeddingStore store;
  private String quantiles = Policies.DEFAULT;
  private Optional<Path> scheduler = Optional.empty();
  private int searchSpace = MiningOptions.DEFAULT_SEARCH_SPACE;
  private int batchSize = MiningOptions.DEFAULT_BATCH_SIZE;
  private int epochs = 1;
  private long seed = MiningOptions.DEFAULT_SEED;
  private Optional<Path> veto = Optional.empty();
  private boolean overwrite;
  private Consumer<String> notes = line -> {};

  private Plans(EmbeddingStore store) {
    this.store = store;
  }

  /** Starts with the vectors. */
  public static Plans of(EmbeddingStore store) {
    return new Plans(store);
  }

  /** Sets the policy, such as {@code falcon+}, {@code 0.9} or {@code shrunk:0.05}. */
  public Plans quantiles(String policy) {
    quantiles = policy;
    return this;
  }

  /** Sets the learned scheduler's graph, and with it the paper's policy. */
  public Plans scheduler(Path graph) {
    scheduler = Optional.of(graph);
    return quantiles(Policies.SCHEDULER);
  }

  /** Sets |M|, the number of rows per search space. */
  public Plans searchSpace(int rows) {
    searchSpace = rows;
    return this;
  }

  /** Sets B, the number of samples per batch. */
  public Plans batchSize(int samples) {
    batchSize = samples;
    return this;
  }

  /** Sets the number of epochs. */
  public Plans epochs(int count) {
    epochs = count;
    return this;
  }

  /** Sets the seed of every random choice. */
  public Plans seed(long number) {
    seed = number;
    return this;
  }

  /** Sets a table of pairs that never share a batch. */
  public Plans veto(Path table) {
    veto = Optional.of(table);
    return this;
  }

  /** Replaces an earlier plan. */
  public Plans overwrite() {
    overwrite = true;
    return this;
  }

  /** Sets the receiver of messages for the user; by default there is none. */
  public Plans notes(Consumer<String> receiver) {
    notes = receiver;
    return this;
  }

  /**
   * Mines the plan, on all processors.
   *
   * @param file the file, whose extension names its format
   * @throws dev.falcon.data.FalconException if it cannot be mined, in one line
   */
  public MiningResult to(Path file) {
    MiningRequest request =
        new MiningRequest(
            store,
            options(),
            file,
            TableFormat.ofFile(file),
            MiningRequest.Execution.automatic(),
            overwrite);
    return new Miner(Sessions.onCpu(), Progress.NONE, notes).mine(request);
  }

  private MiningOptions options() {
    NamedPolicy named = Policies.parse(quantiles);
    QuantilePolicy policy = named.quantiles();
    if (policy instanceof QuantilePolicy.Scheduled scheduled) {
      Path graph =
          scheduler.orElseThrow(
              () -> new RequestException("the policy scheduler needs the scheduler's graph"));
      policy = QuantilePolicy.Scheduled.of(graph, scheduled.draw());
    }
    return new MiningOptions(
        Composition.of(policy),
        searchSpace,
        batchSize,
        MiningOptions.DEFAULT_LEVELS,
        epochs,
        seed,
        false,
        named.constraints(Constraints.NONE.withImagesApart().withVeto(veto)));
  }
}
