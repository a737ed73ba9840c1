// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.report.LinePlot.Point;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class LinePlotTest {
  /** 300 wide of which 230 are the plot, 178 high of which 100 are the plot. */
  private static final LinePlot.Size SIZE = new LinePlot.Size(300, 178);

  private static LinePlot plot() {
    return new LinePlot("a < b", SIZE, Axis.between("x", 0, 1), Axis.between("y", 0, 100));
  }

  private static Document parse(LinePlot plot) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(plot.toString())));
  }

  private static Element first(Document page, String tag) {
    return (Element) page.getElementsByTagName(tag).item(0);
  }

  @Test
  void pointsLieWhereTheAxesSay() throws Exception {
    LinePlot plot =
        plot().add("share", LinePlot.Look.of(0), List.of(Point.of(0, 0), Point.of(0.5, 100)));
    Document page = parse(plot);
    assertThat(first(page, "polyline").getAttribute("points")).isEqualTo("60.0,128.0 175.0,28.0 ");
    assertThat(first(page, "polyline").getAttribute("class")).isEqualTo("s0");
    assertThat(page.getElementsByTagName("polygon").getLength()).isZero();
    assertThat(first(page, "title").getTextContent()).isEqualTo("a < b");
    Element dot = (Element) page.getElementsByTagName("circle").item(1);
    assertThat(dot.getTextContent()).isEqualTo("share, x 0.5000: 100.0");
  }

  @Test
  void rangesAreBandsAroundTheLine() throws Exception {
    Document page =
        parse(
            plot()
                .add(
                    "",
                    new LinePlot.Look(9, true, 1),
                    List.of(new Point(0, 50, 40, 60), new Point(1, 50, 50, 50))));
    assertThat(first(page, "polygon").getAttribute("points"))
        .isEqualTo("60.0,68.0 290.0,78.0 290.0,78.0 60.0,88.0 ");
    assertThat(first(page, "polygon").getAttribute("class")).isEqualTo("band s1");
    assertThat(first(page, "polyline").getAttribute("class")).isEqualTo("s1 dashed");
    assertThat(first(page, "circle").getTextContent()).isEqualTo("x 0.000: 50.00 [40.00, 60.00]");
  }

  @Test
  void manyPointsAreALineWithoutDots() throws Exception {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      points.add(Point.of(i / 100.0, i));
    }
    Document page =
        parse(
            plot()
                .add("all", LinePlot.Look.of(0), points)
                .add("none", LinePlot.Look.of(1), List.of()));
    assertThat(page.getElementsByTagName("circle").getLength()).isZero();
    assertThat(page.getElementsByTagName("polyline").getLength()).isEqualTo(1);
    assertThat(page.getElementsByTagName("li").getLength()).as("names above").isEqualTo(1);
  }

  @Test
  void aWideChartIsDrawnForTelephonesToo() throws Exception {
    LinePlot plot =
        new LinePlot("wide", LinePlot.Size.WIDE, Axis.between("x", 0, 1), Axis.between("y", 0, 100))
            .add("share", LinePlot.Look.of(0), List.of(Point.of(0, 0), Point.of(1, 100)));
    Document page = parse(plot);
    assertThat(page.getElementsByTagName("li").getLength()).as("names, once").isEqualTo(1);
    assertThat(page.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    // The rightmost point lies within the narrow drawing.
    Element narrow = (Element) page.getElementsByTagName("polyline").item(1);
    assertThat(narrow.getAttribute("points")).isEqualTo("60.0,180.0 330.0,28.0 ");
  }
}
