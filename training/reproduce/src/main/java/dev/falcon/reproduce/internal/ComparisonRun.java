// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.taxonomy.ImageFolders;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputKind;
import dev.falcon.reproduce.internal.Evidence.Roles;
import dev.falcon.reproduce.model.Comparison;
import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import dev.falcon.reproduce.model.Gate;
import dev.falcon.reproduce.model.Variant;
import dev.falcon.training.run.RunFolder;
import dev.falcon.training.run.TrainingArithmetic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs a comparison, from its plan to its tables. */
public final class ComparisonRun {
  private static final String UNFINISHED = "comparison.unfinished.json";

  /** Recognises a comparison's folder, including one in which only photographs are prepared. */
  public static final OutputKind KIND =
      OutputKind.of(
          "a comparison",
          OutputKind.json(Tables.RESULT, "/provenance/falcon_version", ""),
          OutputKind.json(UNFINISHED, "/provenance/falcon_version", ""),
          ComparisonRun::holdsRuns,
          folder -> ImageFolders.KIND.isIn(folder.resolve("photographs")));

  private ComparisonRun() {}

  /** Returns whether a folder holds a run of a comparison at {@code runs/VARIANT/seed-N}. */
  private static boolean holdsRuns(Path folder) {
    Path runs = folder.resolve("runs");
    return Folders.isFolder(runs)
        && Folders.list(runs).stream()
            .filter(Folders::isFolder)
            .flatMap(variant -> Folders.list(variant).stream())
            .anyMatch(RunFolder.KIND::isIn);
  }

  /** Implements {@link dev.falcon.reproduce.Comparisons#run}. */
  public static ComparisonResult run(ComparisonRequest request) {
    KIND.require(request.out(), request.chosen().config().stream().toList());
    Plan plan = Plan.of(request);
    if (request.jobs() == 0) {
      return tables(request, plan);
    }
    request.evaluation().ifPresent(asked -> RunItems.require(plan.runs()));
    Starts.note(request, plan.runs());
    return FolderLock.holding(
        request.out(),
        () -> {
          begin(request.out());
          if (opensGate(request, plan)) {
            writeExamples(request, plan);
            new RunQueue(request, plan.work()).work();
            if (request.evaluation().isPresent()) {
              RunItems.evaluate(request, plan.runs());
            }
          }
          return tables(request, plan);
        });
  }

  /** Marks the folder as a comparison's until its tables exist. */
  private static void begin(Path out) {
    if (!Folders.exists(out.resolve(Tables.RESULT))) {
      Provenance provenance = Provenance.of("reproduce", 0, Map.of(), List.of());
      Json.write(out.resolve(UNFINISHED), Map.of("provenance", provenance));
    }
  }

  /**
   * Returns whether the other variants may run: there is no gate, or its runs have ended and opened
   * it.
   */
  private static boolean opensGate(ComparisonRequest request, Plan plan) {
    Gate gate = request.comparison().gate();
    if (gate == null || request.despiteGate()) {
      return true;
    }
    List<PlannedRun> first =
        plan.runs().stream().filter(run -> run.variant().name().equals(gate.variant())).toList();
    new RunQueue(request, first).work();
    boolean ended = first.stream().allMatch(run -> RunStatus.of(run).ended());
    Gate.Passage passage = Gates.passage(gate, first.stream().map(RunReader::read).toList());
    request.watch().notes().accept(passage.words());
    return ended && passage.open();
  }

  /** Writes the data for fine-tuning, if any fine-tuning is left to run. */
  private static void writeExamples(ComparisonRequest request, Plan plan) {
    if (plan.tasks().anyMatch(task -> task.asked() && !RunStatus.of(task).ended())) {
      new DownstreamPlan(request.comparison().downstream(), request.out())
          .writeExamples(request.watch().progress());
    }
  }

  private static ComparisonResult tables(ComparisonRequest request, Plan plan) {
    ComparisonResult result = collect(request, plan.runs());
    Tables.write(request.out(), result);
    Folders.remove(request.out().resolve(UNFINISHED));
    return result;
  }

  private static ComparisonResult collect(ComparisonRequest request, List<PlannedRun> runs) {
    Map<Variant, List<RunReader>> read = new LinkedHashMap<>();
    TreeSet<String> commits = new TreeSet<>();
    for (PlannedRun run : runs) {
      read.computeIfAbsent(run.variant(), variant -> new ArrayList<>()).add(RunReader.read(run));
      if (run.begun()) {
        commits.add(RunIdentity.read(run.folder()).commit());
      }
    }
    Comparison comparison = request.comparison();
    List<RunReader> pace = List.copyOf(read.get(comparison.variant(comparison.pace())));
    read.replaceAll((variant, own) -> own.stream().map(run -> run.relativeTo(pace)).toList());
    List<RunReader> baseline = read.get(comparison.variant(comparison.baseline()));
    List<VariantResult> variants = new ArrayList<>();
    for (Variant variant : comparison.variants()) {
      List<RunReader> own = read.get(variant);
      if (own != null) {
        variants.add(Summary.of(variant, own, baseline));
      }
    }
    boolean complete =
        runs.stream().allMatch(run -> RunStatus.of(run).ended())
            && runs.stream()
                .flatMap(run -> run.tasks().stream())
                .allMatch(task -> RunStatus.of(task).ended() || !task.possible());
    return new ComparisonResult(
        provenance(request),
        TrainingArithmetic.REVISION,
        List.copyOf(commits),
        comparison.name(),
        comparison.baseline(),
        comparison.pace(),
        complete,
        List.copyOf(variants),
        Claims.of(new Roles(comparison.baseline(), comparison.claims(), variants)),
        comparison.published(),
        comparison.references().stream().map(ComparisonReader::reference).toList(),
        comparison.gate() == null
            ? null
            : Gates.passage(
                comparison.gate(), read.get(comparison.variant(comparison.gate().variant()))));
  }

  private static Provenance provenance(ComparisonRequest request) {
    Map<String, Object> options = new TreeMap<>();
    options.put("comparison", request.comparison());
    options.put("set", request.chosen().overrides());
    options.put("seeds", request.chosen().seeds());
    List<Provenance.Input> inputs =
        request.chosen().config().stream()
            .map(file -> Provenance.Input.of(InputRole.CONFIGURATION, file))
            .toList();
    return Provenance.of("reproduce " + request.comparison().name(), 1, options, inputs);
  }
}
