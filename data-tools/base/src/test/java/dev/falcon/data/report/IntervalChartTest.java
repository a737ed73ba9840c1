// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalChartTest {
  @Test
  void valuesAndRangesLieWhereTheAxisSays() {
    String chart =
        new IntervalChart("a < b", Axis.between("percent", 0, 50))
            .row("<b>", "20 [10, 30]", List.of(IntervalChart.Mark.of("it's", 1, 20, 10, 30)))
            .toString();

    assertThat(chart)
        .contains("aria-label=\"a &lt; b\"", "<div>&lt;b&gt;</div>", "20 [10, 30]")
        .contains("class=\"range\" style=\"top:50%;color:var(--s1);left:20.00%;width:40.00%\"")
        .contains("class=\"value\" style=\"top:50%;color:var(--s1);left:40.00%\"")
        .contains("title=\"it's: 20.00 [10.00, 30.00]\"")
        .containsOnlyOnce("it's</li>");
  }

  @Test
  void valuesBeyondTheAxisStayWithinTheChart() {
    String chart =
        new IntervalChart("", Axis.between("x", 0, 10))
            .row("", "", List.of(new IntervalChart.Mark("", 0, 99, -5, 99, List.of(3.0))))
            .row("", "", List.of(IntervalChart.Mark.of("", 9, Double.NaN, 0, 0)))
            .toString();

    assertThat(chart).contains("left:0.00%;width:100.00%", "left:100.00%", "left:30.00%");
    assertThat(chart.split("class=\"value\"", -1)).hasSize(2);
  }
}
