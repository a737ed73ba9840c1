// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.Replacement;
import dev.falcon.data.work.Shard;
import dev.falcon.data.work.WorkUnits;
import dev.falcon.mining.audit.internal.count.Counting;
import dev.falcon.mining.audit.internal.count.Judged;
import dev.falcon.mining.audit.internal.count.Judges;
import dev.falcon.mining.audit.internal.count.LabelsOfAudit;
import dev.falcon.mining.audit.internal.count.PairScores;
import dev.falcon.mining.audit.internal.count.SampledShares;
import dev.falcon.mining.audit.internal.draw.PairDrawing;
import dev.falcon.mining.audit.internal.report.AuditPage;
import dev.falcon.mining.audit.internal.report.PairsTable;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.label.LabelFolder;
import dev.falcon.onnx.session.OnnxRuntime;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextCleaning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Audits negatives: draws pairs, has judges score them, and counts the false negatives.
 *
 * <p>Memory: the dataset's keys and its captions with their tokens; about 60 bytes per drawn pair,
 * and 8 more per pair and judge; and the images of one block of pairs.
 */
public final class Auditor {
  /** The file of the table of pairs in the output folder. */
  public static final String PAIRS_FILE = AuditTasks.PAIRS_FILE;

  /** The file of the results in the output folder. */
  public static final String RESULT_FILE = "audit.json";

  /** The page in the output folder. */
  public static final String REPORT_FILE = "report.html";

  /** The files in the output folder. */
  public static final List<String> FILES =
      List.of(PAIRS_FILE, RESULT_FILE, REPORT_FILE, Rejects.FILE_NAME);

  private static final String DEVICE = "device";
  private static final String COMMAND = "audit-fn";

  /** Recognises an audit's folder. */
  private static final OutputKind KIND =
      new OutputKind(
          "an audit",
          List.of(
              OutputKind.json(RESULT_FILE, "/provenance/command", COMMAND),
              folder -> WorkFolder.KIND.isIn(WorkFolder.beside(folder.resolve(PAIRS_FILE)))),
          child ->
              child.endsWith(WorkFolder.beside(Path.of(PAIRS_FILE)))
                  && WorkFolder.KIND.accepts(child));

  private static final Replacement REPLACEMENT =
      new Replacement(KIND, RESULT_FILE, Auditor::discard);

  private final Sessions sessions;
  private final Progress progress;

  /**
   * Creates an auditor.
   *
   * @param sessions opens the judges' graphs
   * @param progress receives every sample read and pair judged
   */
  public Auditor(Sessions sessions, Progress progress) {
    this.sessions = sessions;
    this.progress = progress;
  }

  /**
   * The result of an audit.
   *
   * @param result the result
   * @param rejects the samples that could not be judged, which {@code rejects.parquet} also lists
   */
  public record Outcome(AuditResult result, List<Reject> rejects) {}

  /**
   * Draws pairs, has them judged, counts the false negatives, and writes {@code pairs.parquet},
   * {@code audit.json} and {@code report.html}.
   *
   * @throws dev.falcon.data.FalconException if another audit is writing into the folder
   */
  public Outcome audit(AuditRequest request) {
    requirePlace(request);
    // The work of tasks is in the folder, and is completed there.
    boolean replaces = request.overwrite() && isComplete(request.output());
    return REPLACEMENT.locked(
        request.output(), replaces, place -> locked(request.into(Folders.make(place))));
  }

  /** Removes an audit; other files in the folder, such as labels, stay. */
  private static void discard(Path folder) {
    for (String name : List.of(RESULT_FILE, PAIRS_FILE, REPORT_FILE)) {
      Folders.remove(folder.resolve(name));
    }
    Rejects.list(folder.resolve(Rejects.FILE_NAME), List.of());
  }

  private Outcome locked(AuditRequest request) {
    Path whole = request.output().resolve(RESULT_FILE);
    if (Folders.exists(whole) && !request.overwrite()) {
      WorkFolder.tidy(
          request.output().resolve(PAIRS_FILE),
          withoutDevice(Json.read(whole, AuditResult.class).provenance()));
    }
    requireNoResult(request);
    try (Judges judges = Judges.open(request, sessions)) {
      List<Reject> rejects = new ArrayList<>();
      PairDrawing.Drawn drawn = PairDrawing.draw(request, judges::requireKind, rejects, progress);
      Provenance identity = identity(request);
      Provenance provenance = recorded(identity, request);
      WorkFolder work =
          WorkFolder.open(request.output().resolve(PAIRS_FILE), identity, request.overwrite());
      Judged judged = judges.judge(drawn, work, rejects, progress);
      LabelsOfAudit labels = LabelsOfAudit.read(request.evidence().outside().labels(), judged);
      Optional<SampledShares> sampled =
          drawn.sampled().map(truth -> new SampledShares(truth, judged));
      AuditResult result =
          Counting.count(
              judged,
              drawn.trueMatches(),
              request.options(),
              new Counting.Circumstances(
                  drawn.pairsForPrecision(),
                  drawn.sharedWithCalibration(),
                  rejects.size(),
                  labels.results(),
                  sampled,
                  provenance));
      PairsTable.write(
          request.output().resolve(PAIRS_FILE),
          judged,
          sampled.map(own -> own.addedTo(labels)).or(labels::byPair),
          provenance);
      AuditPage.write(request.output().resolve(REPORT_FILE), result, judged, request);
      if (!rejects.isEmpty()) {
        Rejects.write(request.output().resolve(Rejects.FILE_NAME), rejects);
      }
      RecordFile.write(
          request.output().resolve(RESULT_FILE),
          result,
          List.of(
              request.output().resolve(PAIRS_FILE),
              request.output().resolve(REPORT_FILE),
              request.output().resolve(Rejects.FILE_NAME)));
      work.delete();
      return new Outcome(result, rejects);
    }
  }

  /**
   * Draws the pairs of the whole audit, and judges one task's blocks of them. Any number of tasks
   * may run at the same time, and the number may change between runs. When all blocks are judged,
   * {@link #audit} completes the audit; its result is identical to that of an audit without tasks.
   */
  public AuditShardResult auditShard(AuditRequest request, Shard shard) {
    requirePlace(request);
    Path folder = request.output();
    boolean ended = !request.overwrite() && isComplete(folder);
    if (ended) {
      requireResultOf(request);
    } else {
      requireNoResult(request);
    }
    try (Judges judges = Judges.open(request, sessions)) {
      PairDrawing.Drawn drawn =
          PairDrawing.draw(request, judges::requireKind, new ArrayList<>(), progress);
      if (ended) {
        WorkFolder none = WorkFolder.shared(WorkFolder.beside(folder.resolve(PAIRS_FILE)));
        int all = judges.blocks(drawn, none).blockCount();
        return new AuditShardResult(folder, shard, 0, shard.share(all), 0, all);
      }
      WorkFolder work =
          WorkFolder.join(folder.resolve(PAIRS_FILE), identity(request), request.overwrite());
      PairScores blocks = judges.blocks(drawn, work);
      AuditTasks tasks = new AuditTasks(folder);
      WorkUnits units = blocks.units();
      int judged = (int) units.missing().stream().filter(shard::owns).count();
      tasks.keep(shard, units.count());
      blocks.scoreBlocks(shard, progress);
      int found = shard.share(units.count()) - judged;
      return new AuditShardResult(
          folder, shard, judged, found, units.missing().size(), units.count());
    }
  }

  /** Returns whether the folder holds a complete audit, and no work of tasks. */
  public static boolean isComplete(Path folder) {
    return !AuditTasks.isBegun(folder)
        && OutputKind.says(folder.resolve(RESULT_FILE), "/provenance/command", COMMAND);
  }

  /**
   * Returns the outcome of a complete audit after checking that its files are as they were written.
   *
   * @throws dev.falcon.data.FalconException naming the first file that is not as it was written
   */
  public static Outcome checked(Path folder) {
    RecordFile.requireFiles(
        folder.resolve(RESULT_FILE), "restore it, or audit again (overwrite it)");
    return ended(folder);
  }

  /** Returns the outcome of a complete audit. */
  public static Outcome ended(Path folder) {
    Path rejects = folder.resolve(Rejects.FILE_NAME);
    return new Outcome(
        Json.read(folder.resolve(RESULT_FILE), AuditResult.class),
        Folders.exists(rejects) ? Rejects.read(rejects) : List.of());
  }

  /**
   * Refuses an audit of another request. One of the same request is accepted, since a scheduler may
   * start a task again.
   */
  private static void requireResultOf(AuditRequest request) {
    Provenance earlier = withoutDevice(ended(request.output()).result().provenance());
    if (!Json.line(earlier).equals(Json.line(identity(request)))) {
      requireNoResult(request);
    }
  }

  private static void requirePlace(AuditRequest request) {
    KIND.require(request.output(), request.read());
    WorkFolder.KIND.require(
        WorkFolder.beside(request.output().resolve(PAIRS_FILE)), request.read());
  }

  private static void requireNoResult(AuditRequest request) {
    Path resultFile = request.output().resolve(RESULT_FILE);
    OutputFile.requireFree(resultFile, request.overwrite());
  }

  /**
   * Returns the provenance as it is recorded, with the device, which is known once the models are
   * open.
   */
  private Provenance recorded(Provenance identity, AuditRequest request) {
    if (request.evidence().models().isEmpty()) {
      return identity;
    }
    Map<String, Object> options = new TreeMap<>(identity.options());
    options.put(DEVICE, sessions.device().toString());
    return identity.withOptions(options);
  }

  private static Provenance withoutDevice(Provenance recorded) {
    Map<String, Object> options = new TreeMap<>(recorded.options());
    options.remove(DEVICE);
    return recorded.withOptions(options);
  }

  /** Returns the provenance without the device, which may differ between tasks and their merge. */
  private static Provenance identity(AuditRequest request) {
    Map<String, Object> options = new TreeMap<>(request.options().describe());
    options.putAll(request.data().reading());
    List<Provenance.Input> inputs =
        new ArrayList<>(Provenance.Input.as(InputRole.DATA, request.data().samples().inputs()));
    request
        .data()
        .store()
        .ifPresent(store -> inputs.addAll(Provenance.Input.as(InputRole.STORE, store.inputs())));
    if (request.target() instanceof AuditTarget.Plan plan) {
      inputs.add(Provenance.Input.of(InputRole.PLAN, plan.digested()));
      options.put("target", "plan");
    } else if (request.target() instanceof AuditTarget.Pairs pairs) {
      inputs.add(Provenance.Input.of(InputRole.PAIRS, pairs.file()));
      options.put("target", "pairs");
    } else if (request.target() instanceof AuditTarget.Lists lists) {
      inputs.add(Provenance.Input.of(InputRole.LISTS, lists.keys()));
      options.put("target", "negatives");
    } else if (request.target() instanceof AuditTarget.Quantiles grid) {
      options.put("target", "quantiles");
      options.put("quantiles", grid.levels());
      options.put("search-space", grid.searchSpace());
    }
    List<Map<String, Object>> judges = new ArrayList<>();
    for (AuditRequest.Judge judge : request.evidence().models()) {
      judges.add(describe(judge));
      inputs.addAll(Provenance.Input.as(InputRole.MODEL, judge.folder().inputs()));
    }
    for (AuditRequest.ScoreTable table : request.evidence().outside().tables()) {
      judges.add(new TreeMap<>(Map.of("name", table.name(), "probability", table.probability())));
      inputs.add(Provenance.Input.of(InputRole.SCORES, table.file()));
    }
    options.put("judges", judges);
    if (request.evidence().outside().drawOnly()) {
      options.put(AuditResult.DRAW_ONLY, true);
    }
    request
        .evidence()
        .outside()
        .labels()
        .forEach(
            folder ->
                inputs.addAll(
                    Provenance.Input.as(InputRole.LABELS, LabelFolder.open(folder).inputs())));
    options.put("scenes-truth", request.evidence().scenesTruth());
    request
        .evidence()
        .truth()
        .ifPresent(file -> inputs.add(Provenance.Input.of(InputRole.TRUTH, file)));
    request
        .evidence()
        .calibration()
        .ifPresent(file -> inputs.add(Provenance.Input.of(InputRole.CALIBRATION, file)));
    Provenance provenance = Provenance.of(COMMAND, request.options().seed(), options, inputs);
    return request.evidence().models().isEmpty() ? provenance : OnnxRuntime.recorded(provenance);
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
