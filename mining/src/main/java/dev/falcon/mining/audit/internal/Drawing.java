package dev.falcon.mining.audit.internal;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.mining.audit.AuditRequest;
import dev.falcon.mining.audit.AuditTarget;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.Stratum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws the pairs that a request asks for, and says what is known of them. */
public final class Drawing {
  private final AuditRequest request;
  private final Items items;
  private final Optional<Rows> rows;
  private final Progress progress;
  private final Truth truth;
  private final Optional<LabelledPairs> calibration;

  /** Reads truth and calibration, so that what is wrong with them is said before any work. */
  public Drawing(AuditRequest request, Items items, Optional<Rows> rows, Progress progress) {
    this.request = request;
    this.items = items;
    this.rows = rows;
    this.progress = progress;
    if (request.scenesTruth()) {
      truth = Truth.ofScenes(items);
    } else {
      truth =
          request
              .truth()
              .map(file -> Truth.of(LabelledPairs.read(file, items, true, request.force())))
              .orElse(Truth.none());
    }
    calibration =
        request.calibration().map(file -> LabelledPairs.read(file, items, true, request.force()));
  }

  /** What is known for certain. */
  public Truth truth() {
    return truth;
  }

  /** Draws; pairs to calibrate on come last. */
  public Drawn draw() {
    Drawn drawn = drawTarget();
    if (calibration.isEmpty()) {
      return drawn;
    }
    List<Stratum> strata = new ArrayList<>(drawn.strata());
    AuditPairs pairs = drawn.pairs();
    ListedDraw.add(
        calibration.get(),
        PairKind.CALIBRATION,
        items,
        request.options().seed(),
        Integer.MAX_VALUE,
        strata,
        pairs);
    return new Drawn(strata, pairs, drawn.pairsForPrecision());
  }

  private Drawn drawTarget() {
    if (request.target() instanceof AuditTarget.Plan plan) {
      if (!request.force()) {
        request.store().ifPresent(store -> Companions.requireStore(plan.file(), store));
      }
      PlanBatches batches = PlanBatches.read(plan.file(), items, request.store());
      return new PlanDraw(batches, items, rows, request.options()).draw();
    }
    if (request.target() instanceof AuditTarget.Quantiles grid) {
      return new GridDraw(grid, items, rows.orElseThrow(), request.options(), progress).draw();
    }
    if (request.target() instanceof AuditTarget.Pairs pairs) {
      return ListedDraw.of(
          LabelledPairs.read(pairs.file(), items, false, request.force()),
          items,
          request.options());
    }
    throw new RequestException("nothing to audit: " + request.target());
  }

  /** What is known of each pair: of those to calibrate on, what their own file says. */
  public byte[] verdicts(Drawn drawn) {
    byte[] verdicts = Truth.verdicts(truth, items, drawn.pairs());
    if (calibration.isPresent()) {
      byte[] calibrated = Truth.verdicts(Truth.of(calibration.get()), items, drawn.pairs());
      for (int pair = 0; pair < verdicts.length; pair++) {
        int stratum = drawn.pairs().get(pair).stratum();
        if (drawn.strata().get(stratum).kind() == PairKind.CALIBRATION) {
          verdicts[pair] = calibrated[pair];
        }
      }
    }
    return verdicts;
  }

  /** How many audited pairs the calibration file lists, too. */
  public long sharedWithCalibration(Drawn drawn) {
    return calibration
        .map(
            list ->
                drawn.pairs().stream()
                    .filter(p -> drawn.strata().get(p.stratum()).kind() != PairKind.CALIBRATION)
                    .filter(p -> list.has(items.sample(p.image()), p.text()))
                    .count())
        .orElse(0L);
  }
}
