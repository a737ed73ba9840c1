package dev.falcon.mining.audit;

import dev.falcon.data.FalconException;
import dev.falcon.data.Json;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Rejects;
import dev.falcon.data.RequestException;
import dev.falcon.mining.audit.AuditResult.JudgeInfo;
import dev.falcon.mining.audit.internal.Analysis;
import dev.falcon.mining.audit.internal.AuditPage;
import dev.falcon.mining.audit.internal.Drawing;
import dev.falcon.mining.audit.internal.Drawn;
import dev.falcon.mining.audit.internal.Items;
import dev.falcon.mining.audit.internal.Judged;
import dev.falcon.mining.audit.internal.PairScores;
import dev.falcon.mining.audit.internal.PairsTable;
import dev.falcon.mining.audit.internal.Rows;
import dev.falcon.mining.audit.internal.Similarities;
import dev.falcon.mining.audit.internal.Truth;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.onnx.MatchScorer;
import dev.falcon.onnx.Sessions;
import dev.falcon.onnx.TextCleaning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Audits negatives: draws pairs, has judges score them, counts how many are false.
 *
 * <p>Memory: the dataset's keys and captions with their tokens; about 60 bytes a drawn pair and 8
 * more a judge; and the images of one block of pairs.
 */
public final class Auditor {
  /** The table of pairs in the output folder. */
  public static final String PAIRS_FILE = "pairs.parquet";

  /** The numbers in the output folder. */
  public static final String RESULT_FILE = "audit.json";

  /** The page in the output folder. */
  public static final String REPORT_FILE = "report.html";

  private final Sessions sessions;
  private final Progress progress;

  /**
   * An auditor.
   *
   * @param sessions opens the judges' graphs
   * @param progress is told of every sample read and pair judged
   */
  public Auditor(Sessions sessions, Progress progress) {
    this.sessions = sessions;
    this.progress = progress;
  }

  /**
   * What an audit gave.
   *
   * @param rejects samples that could not be judged, listed in {@code rejects.parquet}
   */
  public record Outcome(AuditResult result, List<Reject> rejects) {}

  /** Audits, and writes {@code pairs.parquet}, {@code audit.json} and {@code report.html}. */
  public Outcome audit(AuditRequest request) {
    Path resultFile = request.output().resolve(RESULT_FILE);
    if (Files.exists(resultFile) && !request.overwrite()) {
      throw new RequestException(resultFile + ": exists; give --overwrite to replace it");
    }
    List<MatchScorer> scorers = new ArrayList<>();
    try {
      // Before any work, so that an unfit model is told at once.
      request.judges().forEach(judge -> scorers.add(judge.folder().openMatchScorer(sessions)));
      return audit(request, scorers);
    } finally {
      scorers.forEach(MatchScorer::close);
    }
  }

  private Outcome audit(AuditRequest request, List<MatchScorer> scorers) {
    List<Reject> rejects = new ArrayList<>();
    Items items = Items.read(request.data(), request.scenesTruth(), rejects, progress);
    Optional<Rows> rows = request.store().map(store -> Rows.of(store, items));
    Drawing drawing = new Drawing(request, items, rows, progress);
    Truth truth = drawing.truth();
    Drawn drawn = drawing.draw();
    Provenance provenance = provenance(request);
    WorkFolder work =
        WorkFolder.open(request.output().resolve(PAIRS_FILE), provenance, request.overwrite());
    Similarities similarities = Similarities.of(rows, drawn.pairs());
    Judged judged =
        judge(request, scorers, items, drawn, similarities, drawing.verdicts(drawn), work, rejects);
    AuditResult result =
        new Analysis(judged, truth.trueMatches(), request.options())
            .result(
                new Analysis.Circumstances(
                    drawn.pairsForPrecision(),
                    drawing.sharedWithCalibration(drawn),
                    rejects.size(),
                    provenance));
    PairsTable.write(request.output().resolve(PAIRS_FILE), judged, provenance);
    AuditPage.write(request.output().resolve(REPORT_FILE), result, judged, request.data());
    if (!rejects.isEmpty()) {
      Rejects.write(request.output().resolve(Rejects.FILE_NAME), rejects);
    }
    Json.write(request.output().resolve(RESULT_FILE), result);
    work.delete();
    return new Outcome(result, rejects);
  }

  private Judged judge(
      AuditRequest request,
      List<MatchScorer> scorers,
      Items items,
      Drawn drawn,
      Similarities similarities,
      byte[] truth,
      WorkFolder work,
      List<Reject> rejects) {
    List<JudgeInfo> infos = new ArrayList<>();
    for (int judge = 0; judge < scorers.size(); judge++) {
      infos.add(
          new JudgeInfo(
              request.judges().get(judge).name(),
              scorers.get(judge).kind().name().toLowerCase(Locale.ROOT)));
    }
    float[][] scores =
        new PairScores(request.data(), items, drawn.pairs(), scorers, work)
            .score(rejects, progress);
    requireFinite(request, scores, rejects);
    if (request.store().isPresent()) {
      infos.add(new JudgeInfo(AuditRequest.STORE_COSINE, "cosine"));
      scores = Arrays.copyOf(scores, scores.length + 1);
      scores[scores.length - 1] = similarities.cosine();
    }
    return new Judged(items, drawn.strata(), drawn.pairs(), infos, scores, truth, similarities);
  }

  /** Every image that can be judged must have a score; a cosine may still be NaN. */
  private static void requireFinite(AuditRequest request, float[][] scores, List<Reject> rejects) {
    for (int judge = 0; judge < scores.length; judge++) {
      long missing = 0;
      for (float score : scores[judge]) {
        missing += Float.isNaN(score) ? 1 : 0;
      }
      if (missing == scores[judge].length || (missing > 0 && rejects.isEmpty())) {
        throw new FalconException(
            request.judges().get(judge).folder().path()
                + ": gives "
                + missing
                + " of "
                + scores[judge].length
                + " pairs a score that is not finite");
      }
    }
  }

  private static Provenance provenance(AuditRequest request) {
    Map<String, Object> options = new TreeMap<>(request.options().describe());
    options.putAll(request.reading());
    List<Provenance.Input> inputs = new ArrayList<>(request.data().inputs());
    request.store().ifPresent(store -> inputs.addAll(store.inputs()));
    if (request.target() instanceof AuditTarget.Plan plan) {
      inputs.add(Provenance.Input.of(plan.file()));
      options.put("target", "plan");
    } else if (request.target() instanceof AuditTarget.Pairs pairs) {
      inputs.add(Provenance.Input.of(pairs.file()));
      options.put("target", "pairs");
    } else if (request.target() instanceof AuditTarget.Quantiles grid) {
      options.put("target", "quantiles");
      options.put("quantiles", grid.levels());
      options.put("search-space", grid.searchSpace());
    }
    List<Map<String, Object>> judges = new ArrayList<>();
    for (AuditRequest.Judge judge : request.judges()) {
      judges.add(describe(judge));
      inputs.addAll(judge.folder().inputs());
    }
    options.put("judges", judges);
    options.put("scenes-truth", request.scenesTruth());
    request.truth().ifPresent(file -> inputs.add(Provenance.Input.of(file)));
    request.calibration().ifPresent(file -> inputs.add(Provenance.Input.of(file)));
    return Provenance.of("audit-fn", request.options().seed(), options, inputs);
  }

  private static Map<String, Object> describe(AuditRequest.Judge judge) {
    Map<String, Object> described = new TreeMap<>();
    described.put("name", judge.name());
    described.put("precision", judge.folder().options().precision().toString());
    described.put(
        "text-cleaning", judge.folder().options().cleaning().map(TextCleaning::id).orElse("model"));
    return described;
  }
}
