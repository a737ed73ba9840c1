// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistogramTest {
  @Test
  void everySeriesIsAHundredPercent() {
    Histogram histogram = new Histogram(-2, 2);
    assertThat(histogram.isEmpty()).isTrue();
    for (int i = 0; i < 4; i++) {
      histogram.add("positives", 9); // beyond the end: in the last stretch
    }
    histogram.add("negatives", -2);
    histogram.add("negatives", 0);
    histogram.add("negatives", Double.NaN);

    String plot = histogram.plot("S", "S", new LinePlot.Size(670, 178)).toString();

    // The plot is 600 wide from 60 on and 100 high from 28 on; a stretch is 10 wide.
    assertThat(plot)
        .contains("650.0,128.0 650.0,28.0 660.0,28.0 ") // 100 % in the last
        .contains("60.0,78.0 70.0,78.0 70.0,128.0 ") // 50 % in the first
        .contains("positives</li>", "negatives</li>");
  }

  @Test
  void emptyEndsCanBeLeftOut() {
    Histogram histogram = new Histogram(-2, 2);
    histogram.add("S", 0.5); // stretch 37 of 60
    histogram.add("S", 1.1); // stretch 46

    String plot = histogram.plotOccupied("S", "S", new LinePlot.Size(670, 178)).toString();

    // Ten stretches are left, each 60 wide; 50 % is the highest.
    assertThat(plot).contains("60.0,28.0 120.0,28.0 120.0,128.0 ", "600.0,28.0 660.0,28.0");
    assertThat(new Histogram(0, 1).plotOccupied("S", "S", new LinePlot.Size(670, 178)).toString())
        .doesNotContain("NaN");
  }
}
