// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.statistics.SpotCheck;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.internal.run.MiningRun;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.plan.PlanManifest;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningSummary;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Makes plans again and compares them. A search space has its own random streams, so that it can be
 * made again without the others, whether one process, several tasks or Spark made the plan.
 */
public final class PlanVerifier {
  private static final double CONFIDENCE = 0.95;

  /** The number of multiplications that take one thread about a second. */
  private static final double SMALL_PRODUCTS = 2e10;

  private final Sessions sessions;
  private final Progress progress;
  private final Consumer<String> notes;

  /**
   * Creates a verifier.
   *
   * @param sessions opens the scheduler's graph
   * @param progress receives every sample mined
   * @param notes receives messages for the user
   */
  public PlanVerifier(Sessions sessions, Progress progress, Consumer<String> notes) {
    this.sessions = sessions;
    this.progress = progress;
    this.notes = notes;
  }

  /**
   * Makes the whole plan again, and compares the bytes of every file, or only the rows if another
   * release made the plan.
   *
   * @param plan the plan's file or folder
   * @param recorded the plan's provenance
   * @param request the same request, whose output is another file of the same name, or another
   *     folder; the output is not removed
   */
  public Repetition again(Path plan, Provenance recorded, MiningRequest request) {
    Path made = request.output();
    Miner miner = new Miner(sessions, progress, notes);
    boolean folder = Folders.isFolder(plan);
    // An interrupted run resumes; one that ended is made again.
    if (folder) {
      miner.mineFolder(request);
    } else {
      miner.mine(request);
    }
    Provenance provenance = provenanceOf(made);
    requireSameRequest(recorded, provenance);
    boolean bytes = Json.line(recorded).equals(Json.line(provenance));
    PlanComparison compared = new PlanComparison(plan, new BatchPlan());
    Optional<String> difference = bytes ? compared.bytes(made) : compared.rows(made);
    int spaces = spaces(made);
    return new Repetition(spaces, spaces, bytes, difference, 0);
  }

  /**
   * Makes a random sample of the search spaces again, and compares their rows.
   *
   * @param count the number of search spaces to make again; all if there are fewer
   * @param seed the seed of the draw
   * @param request the same request, whose output is a folder for temporary files, which must not
   *     exist yet and which the caller removes
   * @param digests the digests of files that have just been read, by absolute path
   */
  public Repetition sample(
      Path plan,
      Provenance recorded,
      MiningRequest request,
      Map<Path, String> digests,
      int count,
      long seed) {
    PlanLayout layout = new BatchPlan();
    MiningRequest few = isSmall(request, count) ? request.with(1) : request;
    try (MiningRun run = MiningRun.open(few, sessions, layout, store -> check(plan, store))) {
      requireSameRequest(recorded, run.provenance(digests));
      List<MiningUnit> all = run.plan().units();
      List<MiningUnit> drawn = draw(all, Math.min(count, all.size()), seed);
      WorkFolder work = WorkFolder.shared(Folders.make(request.output()));
      run.mine(work, drawn, progress, unit -> {});
      Optional<String> difference = new PlanComparison(plan, layout).rows(run, drawn, work);
      return new Repetition(
          drawn.size(),
          all.size(),
          false,
          difference,
          difference.isPresent()
              ? 1
              : SpotCheck.largestShare(all.size(), drawn.size(), CONFIDENCE));
    }
  }

  /**
   * Returns whether the search spaces take about as long to mine as the JVM takes to compile the
   * code. Several threads would then spend that time in the interpreter.
   */
  private static boolean isSmall(MiningRequest request, int count) {
    double rows = Math.min(request.options().searchSpace(), request.store().rows());
    return count * rows * rows * request.store().dimension() < SMALL_PRODUCTS;
  }

  /**
   * Returns the unusable rows. If the plan records that there are none, the store is not read for
   * them: if there were any, all search spaces would have other rows, and the drawn ones would
   * differ.
   */
  private StoreReport check(Path plan, EmbeddingStore store) {
    boolean allUsable =
        recordedSummary(plan)
            .filter(summary -> summary.rejected() == 0 && summary.rows() == store.rows())
            .isPresent();
    return allUsable
        ? new StoreReport(store.rows(), 0, List.of(), List.of())
        : StoreCheck.run(store, progress);
  }

  /** Returns the summary of a plan; empty if the sidecar of its table is missing. */
  private static Optional<MiningSummary> recordedSummary(Path plan) {
    if (Folders.isFolder(plan)) {
      return Optional.of(manifest(plan).summary());
    }
    Path sidecar = PlanSidecar.file(plan);
    return Folders.isFile(sidecar)
        ? Optional.of(Json.read(sidecar, PlanSidecar.class).summary())
        : Optional.empty();
  }

  private static List<MiningUnit> draw(List<MiningUnit> all, int count, long seed) {
    RandomStream random = RandomStream.of(seed, "verify");
    Set<Integer> drawn = new TreeSet<>();
    // Floyd's: every set of this size is equally likely.
    for (int last = all.size() - count; last < all.size(); last++) {
      int candidate = random.nextInt(last + 1);
      drawn.add(drawn.contains(candidate) ? last : candidate);
    }
    return drawn.stream().map(all::get).toList();
  }

  private static void requireSameRequest(Provenance recorded, Provenance made) {
    Provenance ofThisRelease =
        new Provenance(
            made.falconVersion(),
            made.commit(),
            recorded.command(),
            recorded.seed(),
            recorded.options(),
            recorded.inputs(),
            made.libraries());
    if (!Json.line(ofThisRelease).equals(Json.line(made))) {
      throw new RequestException(
          "the recorded request cannot be made again by this release: recorded "
              + Json.line(recorded.options())
              + ", understood as "
              + Json.line(made.options()));
    }
  }

  private static PlanManifest manifest(Path folder) {
    return Json.read(folder.resolve(PlanManifest.FILE_NAME), PlanManifest.class);
  }

  private static Provenance provenanceOf(Path made) {
    return Folders.isFolder(made)
        ? manifest(made).provenance()
        : Json.read(PlanSidecar.file(made), PlanSidecar.class).provenance();
  }

  private static int spaces(Path made) {
    return recordedSummary(made).orElseThrow().searchSpaces();
  }
}
