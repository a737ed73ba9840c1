// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.ComparisonResult.EpochResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.Gate;
import dev.falcon.reproduce.model.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Checks a comparison's gate on its runs. */
final class Gates {
  private static final String MATCHING = "itm";

  private Gates() {}

  /** Returns the outcome on the runs of the gate's variant that have the required measures. */
  static Gate.Passage passage(Gate gate, List<RunReader> runs) {
    Map<Gate.Sign, Double> limits = gate.limits();
    List<RunResult> deciding =
        runs.stream()
            .map(RunReader::result)
            .filter(run -> limits.keySet().stream().allMatch(sign -> value(sign, run).isPresent()))
            .toList();
    if (deciding.isEmpty()) {
      return new Gate.Passage(gate, 0, List.of(), false);
    }
    List<Gate.Finding> findings = new ArrayList<>();
    limits.forEach(
        (sign, limit) ->
            findings.add(
                new Gate.Finding(
                    sign,
                    deciding.stream()
                        .mapToDouble(run -> value(sign, run).orElseThrow())
                        .average()
                        .orElseThrow(),
                    limit)));
    return new Gate.Passage(
        gate,
        deciding.size(),
        List.copyOf(findings),
        findings.stream().allMatch(Gate.Finding::holds));
  }

  /** Returns the value of a sign in a run; empty if it is unknown. */
  private static OptionalDouble value(Gate.Sign sign, RunResult run) {
    return switch (sign) {
      case MATCHING_LOSS -> matchingLoss(run.epochs());
      case RERANKING_GAIN -> {
        OptionalDouble before = recall(run, Measure.TRUTH_TXT_R1, Measure.TRUTH_IMG_R1);
        OptionalDouble after =
            recall(run, Measure.RERANKED_TRUTH_TXT_R1, Measure.RERANKED_TRUTH_IMG_R1);
        yield before.isEmpty() || after.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(after.getAsDouble() - before.getAsDouble());
      }
      case CONTRAST -> recall(run, Measure.TRUTH_TXT_R1, Measure.TRUTH_IMG_R1);
    };
  }

  private static OptionalDouble matchingLoss(List<EpochResult> epochs) {
    Double loss = epochs.isEmpty() ? null : epochs.get(epochs.size() - 1).losses().get(MATCHING);
    return loss == null ? OptionalDouble.empty() : OptionalDouble.of(loss);
  }

  /** Returns the mean of two measures; empty if the run lacks either. */
  private static OptionalDouble recall(RunResult run, Measure texts, Measure images) {
    Double text = run.values().get(texts.key());
    Double image = run.values().get(images.key());
    return text == null || image == null
        ? OptionalDouble.empty()
        : OptionalDouble.of((text + image) / 2);
  }
}
