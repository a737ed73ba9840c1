package dev.falcon.training.internal.comparison;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.FolderLock;
import dev.falcon.training.comparison.design.Comparison;
import dev.falcon.training.comparison.design.ComparisonReader;
import dev.falcon.training.comparison.design.ComparisonRequest;
import dev.falcon.training.comparison.design.Gate;
import dev.falcon.training.comparison.design.Variant;
import dev.falcon.training.comparison.result.ComparisonResult;
import dev.falcon.training.comparison.result.ComparisonResult.VariantResult;
import dev.falcon.training.internal.comparison.claim.Cast;
import dev.falcon.training.internal.comparison.claim.Claims;
import dev.falcon.training.internal.comparison.page.Tables;
import dev.falcon.training.internal.comparison.run.DownstreamPlan;
import dev.falcon.training.internal.comparison.run.Plan;
import dev.falcon.training.internal.comparison.run.PlannedRun;
import dev.falcon.training.internal.comparison.run.RunIdentity;
import dev.falcon.training.internal.comparison.run.RunQueue;
import dev.falcon.training.internal.comparison.run.RunReader;
import dev.falcon.training.internal.comparison.run.RunStatus;
import dev.falcon.training.run.TrainingArithmetic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** From the plan over the runs to the tables. */
public final class ComparisonRun {
  private ComparisonRun() {}

  /** Does what {@link dev.falcon.training.comparison.Comparisons#run} promises. */
  public static ComparisonResult run(ComparisonRequest request) {
    Plan plan = Plan.of(request);
    if (request.jobs() == 0) {
      return tables(request, plan);
    }
    Starts.note(request, plan.runs());
    return FolderLock.holding(
        request.out(),
        () -> {
          if (opensGate(request, plan)) {
            writeExamples(request, plan);
            new RunQueue(request, plan.work()).work();
          }
          return tables(request, plan);
        });
  }

  /** Whether there is no gate, or its runs are at their end and have opened it. */
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
    request.notes().accept(passage.words());
    return ended && passage.open();
  }

  /** Writes what checkpoints are fine-tuned on, where any is left to be. */
  private static void writeExamples(ComparisonRequest request, Plan plan) {
    if (plan.tasks().anyMatch(task -> task.asked() && !RunStatus.of(task).ended())) {
      new DownstreamPlan(request.comparison().downstream(), request.out())
          .writeExamples(request.progress());
    }
  }

  private static ComparisonResult tables(ComparisonRequest request, Plan plan) {
    ComparisonResult result = collect(request, plan.runs());
    Tables.write(request.out(), result);
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
        Claims.of(new Cast(comparison.baseline(), comparison.claims(), variants)),
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
    options.put("set", request.overrides());
    options.put("seeds", request.seeds());
    List<Provenance.Input> inputs = request.config().stream().map(Provenance.Input::of).toList();
    return Provenance.of("reproduce " + request.comparison().name(), 1, options, inputs);
  }
}
