// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.mining.audit.internal.draw.AuditPairs.Sampled;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.Stratum;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Draws the pairs of a request, and finds their known truth. */
public final class PairDrawing {
  private final AuditRequest request;
  private final Progress progress;
  private final Items items;
  private final Optional<ItemVectors> rows;
  private final KnownTruth truth;
  private final Optional<SampledTruth> sampled;
  private final Optional<LabelledPairs> calibration;

  private PairDrawing(
      AuditRequest request, Consumer<Items> check, List<Reject> rejects, Progress progress) {
    this.request = request;
    this.progress = progress;
    // Before the data are read, which takes longest.
    if (request.target() instanceof AuditTarget.Plan plan && !request.force()) {
      request.data().store().ifPresent(store -> PlanRecordCheck.requireStore(plan, store));
    }
    items =
        Items.read(request.data().samples(), request.evidence().scenesTruth(), rejects, progress);
    check.accept(items);
    rows = request.data().store().map(store -> ItemVectors.of(store, items));
    // Before any work, so that errors in them are reported at once.
    truth =
        request.evidence().scenesTruth()
            ? KnownTruth.ofScenes(items)
            : request
                .evidence()
                .truth()
                .filter(file -> !SampledTruth.isOne(file))
                .map(file -> KnownTruth.of(labelled(file)))
                .orElse(KnownTruth.none());
    sampled =
        request
            .evidence()
            .truth()
            .filter(SampledTruth::isOne)
            .map(file -> SampledTruth.read(file, items, request.force()));
    calibration = request.evidence().calibration().map(this::labelled);
  }

  private LabelledPairs labelled(Path file) {
    return LabelledPairs.read(file, items, true, request.force());
  }

  /**
   * Draws the pairs of a request; calibration pairs come last.
   *
   * @param check called before pairs are drawn; fails if the judges cannot judge the items
   * @param rejects receives samples that cannot be judged
   */
  public static Drawn draw(
      AuditRequest request, Consumer<Items> check, List<Reject> rejects, Progress progress) {
    PairDrawing drawing = new PairDrawing(request, check, rejects, progress);
    Sampled target = drawing.target();
    List<Stratum> strata = new ArrayList<>(target.strata());
    AuditPairs pairs = target.pairs();
    int audited = pairs.size();
    drawing.calibration.ifPresent(
        list ->
            ListedDraw.addCalibration(
                list, drawing.items, request.options().seed(), strata, pairs));
    return new Drawn(
        drawing.items,
        strata,
        pairs,
        PairSimilarities.of(drawing.rows, pairs),
        drawing.verdicts(pairs, audited),
        drawing.truth.trueMatches(),
        drawing.sampled,
        drawing.sharedWithCalibration(pairs, audited),
        target.pairsForPrecision());
  }

  private Sampled target() {
    AuditTarget target = request.target();
    if (target instanceof AuditTarget.Plan plan) {
      PlanBatches batches = new PlanBatches(plan.file(), items, request.data().store());
      return new PlanDraw(batches, items, rows, request.options()).draw();
    }
    if (target instanceof AuditTarget.Quantiles grid) {
      return new GridDraw(grid, items, rows.orElseThrow(), request.options(), progress).draw();
    }
    if (target instanceof AuditTarget.Lists lists) {
      return ListedDraw.of(
          NegativeLists.read(lists, items, request.force()), items, request.options());
    }
    AuditTarget.Pairs listed = (AuditTarget.Pairs) target;
    return ListedDraw.of(
        LabelledPairs.read(listed.file(), items, false, request.force()), items, request.options());
  }

  /** Returns the truth of each pair; for calibration pairs, that of the calibration file. */
  private byte[] verdicts(AuditPairs pairs, int audited) {
    byte[] verdicts = KnownTruth.verdicts(truth, items, pairs);
    if (calibration.isPresent()) {
      byte[] calibrated = KnownTruth.verdicts(KnownTruth.of(calibration.get()), items, pairs);
      System.arraycopy(calibrated, audited, verdicts, audited, pairs.size() - audited);
    }
    return verdicts;
  }

  private long sharedWithCalibration(AuditPairs pairs, int audited) {
    return calibration
        .map(
            list ->
                pairs.subList(0, audited).stream()
                    .filter(pair -> list.has(items.sample(pair.image()), pair.text()))
                    .count())
        .orElse(0L);
  }

  /**
   * The pairs of an audit and their known truth, before they are judged.
   *
   * @param items the dataset's captions
   * @param strata the strata, by number
   * @param pairs the pairs, by stratum
   * @param similarities the similarities of the store's vectors
   * @param truth 1 for a match, 0 for no match, -1 if unknown // [pairs]
   * @param trueMatches the number of images of which each caption is known to be true // [items],
   *     or empty
   * @param sampled the truth of a part of the pairs, each chosen with a known probability
   * @param sharedWithCalibration the number of audited pairs that the calibration file also lists
   * @param pairsForPrecision the number of pairs that the requested precision needs, if more than
   *     may be drawn; null otherwise
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Drawn(
      Items items,
      List<Stratum> strata,
      AuditPairs pairs,
      PairSimilarities similarities,
      byte[] truth,
      int[] trueMatches,
      Optional<SampledTruth> sampled,
      long sharedWithCalibration,
      Long pairsForPrecision) {}
}
