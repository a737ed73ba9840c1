// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.report;

import dev.falcon.data.report.Axis;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.LinePlot.Point;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.statistics.BetaDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The sections of the report that show the same pairs after every epoch.
 *
 * @param epochs the axis of epochs
 */
record SnapshotPart(Page page, Axis epochs, List<Snapshot> snapshots) {
  private static final int MOST_BYTES = 1 << 20;
  private static final int DENSITY_POINTS = 99;
  private static final double HIGHEST_DENSITY = 8;
  private static final double FAINTEST = 0.2;

  /** Adds the charts of the paper's figure 4. */
  void similarities() {
    if (snapshots.isEmpty()) {
      return;
    }
    Snapshot last = snapshots.get(snapshots.size() - 1);
    Axis similarity = Axis.around("S", ends(Snapshot::similarity, last));
    LinePlot byLevel =
        new LinePlot(
            "S by quantile level", LinePlot.Size.HALF, Axis.between("quantile", 0, 1), similarity);
    for (int i = 0; i < snapshots.size(); i++) {
      Snapshot snapshot = snapshots.get(i);
      boolean latest = i == snapshots.size() - 1;
      boolean named = i == 0 || latest;
      byLevel.add(
          named ? "epoch " + (snapshot.epoch() + 1) : "",
          look(i),
          points(snapshot.levels(), snapshot.similarity(), latest, snapshot));
    }
    LinePlot byEpoch = new LinePlot("S by epoch", LinePlot.Size.HALF, epochs, similarity);
    for (int level = last.levels().length - 1; level >= 0; level--) {
      List<Point> points = new ArrayList<>();
      for (Snapshot snapshot : snapshots) {
        points.add(Point.of(snapshot.epoch() + 1, snapshot.similarity()[level]));
      }
      byEpoch.add("q " + decimal(last.levels()[level]), LinePlot.Look.of(level), points);
    }
    page.section("Similarities at quantile levels")
        .paragraph(
            "S, the sum of both directions' cosines, of a pair and the candidate at a quantile of"
                + " its row: the mean over the same pairs after every epoch. By level, fainter"
                + " lines are earlier epochs, and the band is one deviation between pairs.")
        .add("<div class=\"row\">\n")
        .add(byLevel)
        .add(byEpoch)
        .add("</div>\n");
  }

  private interface Values {
    double[] of(Snapshot snapshot);
  }

  /** Returns the values that an axis of S must cover: all means, and the last snapshot's band. */
  private List<Double> ends(Values values, Snapshot last) {
    List<Double> ends = new ArrayList<>();
    for (Snapshot snapshot : snapshots) {
      for (double value : values.of(snapshot)) {
        ends.add(value);
      }
    }
    for (int i = 0; i < last.levels().length; i++) {
      ends.add(last.similarity()[i] - last.deviation()[i]);
      ends.add(last.similarity()[i] + last.deviation()[i]);
    }
    return ends;
  }

  private static List<Point> points(double[] x, double[] y, boolean band, Snapshot snapshot) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      double half = band ? snapshot.deviation()[i] : 0;
      points.add(new Point(x[i], y[i], y[i] - half, y[i] + half));
    }
    return points;
  }

  private LinePlot.Look look(int number) {
    double strength = FAINTEST + (1 - FAINTEST) * (number + 1) / snapshots.size();
    return new LinePlot.Look(0, false, number + 1 == snapshots.size() ? 1 : strength);
  }

  /** Adds the charts of the paper's figure 5. */
  void anchors(IntFunction<byte[]> pictures) {
    if (snapshots.isEmpty()
        || snapshots.get(0).anchors().stream().anyMatch(a -> a.alpha() == null)) {
      return;
    }
    page.section("What the scheduler makes of some anchors")
        .paragraph(
            "First the density of the quantile at which an anchor's next sample is chosen, then its"
                + " own similarities at these quantiles. Fainter lines are earlier epochs.");
    for (int anchor = 0; anchor < snapshots.get(0).anchors().size(); anchor++) {
      Snapshot.Anchor pair = snapshots.get(0).anchors().get(anchor);
      page.add("<div class=\"row\"><figure>\n")
          .add(Markup.picture(Optional.of(pictures.apply(pair.row())), pair.key(), MOST_BYTES))
          .add("<figcaption>")
          .paragraph(pair.caption());
      if (pair.matches() != null) {
        page.add("<p class=\"faint\">")
            .add(String.format(Locale.ROOT, "true of %,d other images", pair.matches()))
            .add("</p>");
      }
      page.add("</figcaption></figure>\n").add(densities(anchor)).add(rows(anchor));
      page.add("</div>\n");
    }
  }

  private LinePlot densities(int anchor) {
    double highest = 1;
    List<List<Point>> lines = new ArrayList<>();
    for (int at = 0; at < snapshots.size(); at++) {
      boolean last = at == snapshots.size() - 1;
      Snapshot.Anchor pair = snapshots.get(at).anchors().get(anchor);
      List<Point> line = new ArrayList<>();
      for (int i = 1; i <= DENSITY_POINTS; i++) {
        double q = i / (DENSITY_POINTS + 1.0);
        double density =
            Math.min(HIGHEST_DENSITY, BetaDistribution.density(q, pair.alpha(), pair.beta()));
        highest = Math.max(highest, density);
        line.add(new Point(q, density, last ? 0 : density, density));
      }
      lines.add(line);
    }
    LinePlot plot =
        new LinePlot(
            "Density of the quantile",
            LinePlot.Size.THIRD,
            Axis.between("quantile", 0, 1),
            Axis.around("density", List.of(0.0, highest)));
    for (int i = 0; i < lines.size(); i++) {
      plot.add("", look(i), lines.get(i));
    }
    return plot;
  }

  private LinePlot rows(int anchor) {
    List<Double> held = new ArrayList<>();
    for (Snapshot snapshot : snapshots) {
      for (double value : snapshot.anchors().get(anchor).similarity()) {
        held.add(value);
      }
    }
    LinePlot plot =
        new LinePlot(
            "Similarities of the anchor",
            LinePlot.Size.THIRD,
            Axis.between("quantile", 0, 1),
            Axis.around("S", held));
    for (int i = 0; i < snapshots.size(); i++) {
      Snapshot snapshot = snapshots.get(i);
      double[] values = snapshot.anchors().get(anchor).similarity();
      plot.add("", look(i), points(snapshot.levels(), values, false, snapshot));
    }
    return plot;
  }

  private static String decimal(double level) {
    return level == Math.rint(level)
        ? Integer.toString((int) level)
        : String.format(Locale.ROOT, "%.2f", level).replaceAll("0$", "");
  }
}
