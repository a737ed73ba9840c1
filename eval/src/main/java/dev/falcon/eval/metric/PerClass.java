// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import dev.falcon.data.statistics.PairwiseMean;
import java.util.stream.IntStream;

/**
 * Counts per class, and unweighted means over the classes that occur among the labels. The
 * predicted class is that of the largest logit, the lowest such class for ties.
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier of counts within this package
record PerClass(int[] labelled, int[] predicted, int[] correct) {

  static PerClass of(Decisions decisions) {
    int classes = decisions.classes();
    for (int i = 0; i < decisions.count(); i++) {
      classes = Math.max(classes, decisions.label(i) + 1);
    }
    int[] labelled = new int[classes];
    int[] predicted = new int[classes];
    int[] correct = new int[classes];
    for (int i = 0; i < decisions.count(); i++) {
      labelled[decisions.label(i)]++;
      predicted[decisions.predicted(i)]++;
      if (decisions.label(i) == decisions.predicted(i)) {
        correct[decisions.label(i)]++;
      }
    }
    return new PerClass(labelled, predicted, correct);
  }

  double meanRecall() {
    return PairwiseMean.of(present().mapToDouble(this::recall).toArray());
  }

  /**
   * Returns the mean of the F1 scores, in [0, 1]; the score of a class that was never predicted is
   * 0.
   */
  double meanF1() {
    return PairwiseMean.of(present().mapToDouble(this::f1).toArray());
  }

  private IntStream present() {
    return IntStream.range(0, labelled.length).filter(i -> labelled[i] > 0);
  }

  private double recall(int label) {
    return (double) correct[label] / labelled[label];
  }

  private double f1(int label) {
    double precision = predicted[label] == 0 ? 0 : (double) correct[label] / predicted[label];
    double sum = precision + recall(label);
    return sum == 0 ? 0 : 2 * precision * recall(label) / sum;
  }
}
