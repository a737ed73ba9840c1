package dev.falcon.training.internal.comparison;

import dev.falcon.training.comparison.design.Gate;
import dev.falcon.training.comparison.published.Measure;
import dev.falcon.training.comparison.result.ComparisonResult.EpochResult;
import dev.falcon.training.comparison.result.ComparisonResult.RunResult;
import dev.falcon.training.internal.comparison.run.RunReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Holds a comparison's gate against its runs. */
final class Gates {
  private static final String MATCHING = "itm";

  private Gates() {}

  /** How the gate was met by the runs of its variant that have what it asks for. */
  static Gate.Passage passage(Gate gate, List<RunReader> runs) {
    List<Double> losses = new ArrayList<>();
    List<Double> gains = new ArrayList<>();
    for (RunReader run : runs) {
      RunResult result = run.result();
      Double gain = gain(result.values());
      if (gain != null && !result.epochs().isEmpty()) {
        EpochResult last = result.epochs().get(result.epochs().size() - 1);
        Double loss = last.losses().get(MATCHING);
        if (loss != null) {
          losses.add(loss);
          gains.add(gain);
        }
      }
    }
    if (losses.isEmpty()) {
      return new Gate.Passage(gate, 0, 0, 0, false);
    }
    double loss = mean(losses);
    double gain = mean(gains);
    boolean open = loss < gate.matchingBelow() && gain > gate.rerankingAbove();
    return new Gate.Passage(gate, losses.size(), loss, gain, open);
  }

  /** Null where something is not known. */
  private static Double gain(Map<String, Double> values) {
    Double text = difference(values, Measure.RERANKED_TRUTH_TXT_R1, Measure.TRUTH_TXT_R1);
    Double image = difference(values, Measure.RERANKED_TRUTH_IMG_R1, Measure.TRUTH_IMG_R1);
    return text == null || image == null ? null : Double.valueOf((text + image) / 2);
  }

  private static Double difference(Map<String, Double> values, Measure measure, Measure from) {
    Double value = values.get(measure.key());
    Double other = values.get(from.key());
    return value == null || other == null ? null : Double.valueOf(value - other);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
