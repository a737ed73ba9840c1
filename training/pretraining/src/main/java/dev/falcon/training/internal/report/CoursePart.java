// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.report;

import dev.falcon.data.report.Axis;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The sections of a run's page that plot the losses and the optimisation over all steps. */
public record CoursePart(Page page, Axis epochs, StepTable steps) {
  private static final Map<String, String> TITLES =
      Map.of("itc", "image-text contrast", "itm", "image-text matching", "mlm", "masked words");

  /** Adds a chart of each loss. */
  public void losses() {
    page.section("Losses")
        .paragraph("Means of neighbouring steps; the bands hold the middle 80 % of the steps.")
        .add("<div class=\"row\">\n");
    for (String loss : steps.losses()) {
      plot(TITLES.getOrDefault(loss, loss), true, StepTable.Column.loss(loss));
    }
    page.add("</div>\n");
  }

  /** Adds charts of the gradient, the temperature and the learning rate. */
  public void optimisation() {
    page.section("Optimisation").add("<div class=\"row\">\n");
    plot("gradient norm", true, StepTable.Column.GRADIENT_NORM);
    plot("temperature", true, StepTable.Column.TEMPERATURE);
    plot("learning rate", true, StepTable.Column.LEARNING_RATE);
    page.add("</div>\n");
  }

  /** Adds a small chart of one or several columns. */
  void plot(String name, boolean fromZero, StepTable.Column... columns) {
    List<Double> held = new ArrayList<>();
    if (fromZero) {
      held.add(0.0);
    }
    for (StepTable.Column column : columns) {
      steps.course(column).forEach(point -> held.addAll(List.of(point.low(), point.high())));
    }
    LinePlot plot = new LinePlot(name, LinePlot.Size.THIRD, epochs, Axis.around(name, held));
    for (int i = 0; i < columns.length; i++) {
      String word = columns.length == 1 ? "" : columns[i].word();
      plot.add(word, LinePlot.Look.of(i), steps.course(columns[i]));
    }
    page.add(plot);
  }
}
