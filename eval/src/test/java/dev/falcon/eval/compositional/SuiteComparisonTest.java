package dev.falcon.eval.compositional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.gate.GateResult;
import dev.falcon.data.gate.MetricGate;
import dev.falcon.eval.compositional.compare.ComparedItems;
import dev.falcon.eval.compositional.compare.ComparedItems.Finding;
import dev.falcon.eval.compositional.compare.ComparisonGates;
import dev.falcon.eval.compositional.compare.SuiteComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two models on the same items, with values computed by hand. */
class SuiteComparisonTest {
  private static final String HEADER =
      "item,subset,image,right,right_caption,right_image,mean_image\n";

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /**
   * Two subsets of 20 items each, on ten images: in the first, the second model wins eight, in the
   * second it wins two and loses one.
   */
  private Path run(String name, boolean second) throws IOException {
    StringBuilder rows = new StringBuilder(HEADER);
    for (int i = 0; i < 40; i++) {
      boolean right = i % 2 == 0;
      if (second && i < 20) {
        right |= i < 16;
      } else if (second) {
        right = i == 21 || i == 23 || (right && i != 20);
      }
      rows.append("i" + i + (i < 20 ? ",one,p" : ",two,p") + i / 4 + "," + right + "," + right)
          .append("," + (i % 2 == 0) + "," + (second && i == 0) + "\n");
    }
    return write(name, rows.toString());
  }

  @Test
  void winsAndLossesBySubset() throws IOException {
    SuiteComparison comparison = SuiteComparison.of(run("a.csv", false), run("b.csv", true), 7);
    ComparedItems all = comparison.all();
    assertThat(all.items()).isEqualTo(40);
    assertThat(all.images()).isEqualTo(10);
    assertThat(all.first()).isEqualTo(50);
    assertThat(all.second()).isEqualTo(72.5);
    assertThat(all.difference()).isEqualTo(22.5);
    assertThat(all.won()).isEqualTo(10);
    assertThat(all.lost()).isEqualTo(1);
    assertThat(all.exactP()).isCloseTo(2 * 12 / 2048.0, within(1e-15));
    assertThat(all.midP()).isCloseTo((2 * 12 - 11) / 2048.0, within(1e-15));
    assertThat(all.finding()).isEqualTo(Finding.GAIN);
    assertThat(all.interval().orElseThrow().low()).isBetween(5.0, 22.5);
    assertThat(all.interval().orElseThrow().high()).isBetween(22.5, 40.0);
    ComparedItems one = comparison.subsets().get(0);
    assertThat(one.name()).isEqualTo("one");
    assertThat(one.exactP()).isEqualTo(2 / 256.0);
    assertThat(one.holmP()).isEqualTo(4 / 256.0);
    assertThat(one.finding()).isEqualTo(Finding.GAIN);
    // Of its five images of four items each, four win two items and one none.
    assertThat(one.designEffect())
        .isCloseTo((0.16 * 4 + 2.56) * 5 / 4 / (4.8 * 20 / 19), within(1e-9));
    assertThat(one.standardError())
        .isCloseTo(100 * Math.sqrt((0.16 * 4 + 2.56) * 5 / 4) / 20, within(1e-9));
    ComparedItems two = comparison.subsets().get(1);
    assertThat(two.finding()).isEqualTo(Finding.CANNOT_TELL);
    assertThat(comparison.subsetMean()).isEqualTo(22.5);
    assertThat(comparison.captionSide()).contains(22.5);
    assertThat(comparison.imageSide()).contains(0.0);
    assertThat(comparison.meanImage()).contains(2.5);
    assertThat(comparison.verdict())
        .isEqualTo(
            "gain: +22.50 points over all items (won 10, lost 1, p 0.012); of 2 subsets, gain in 1,"
                + " cannot tell in 1; the caption side +22.50, the image side +0.00: the gain is"
                + " mostly in texts; without looking at the image +2.50");
    SuiteComparison back = SuiteComparison.of(run("b.csv", true), run("a.csv", false), 7);
    assertThat(back.all().finding()).isEqualTo(Finding.LOSS);
    assertThat(back.all().difference()).isEqualTo(-22.5);
    assertThat(SuiteComparison.of(run("a.csv", false), run("b.csv", true), 7))
        .isEqualTo(comparison);
  }

  @Test
  void gatesApplyToTheDifference() throws IOException {
    SuiteComparison comparison = SuiteComparison.of(run("a.csv", false), run("b.csv", true), 7);
    List<GateResult> results =
        ComparisonGates.decide(
            comparison,
            List.of(
                MetricGate.parse("rows>=0"),
                MetricGate.parse("subsets>=90"),
                MetricGate.parse("two<=50"),
                MetricGate.parse("three>=0")));
    assertThat(results).extracting(GateResult::holds).containsExactly(true, false, true, false);
    assertThat(results.get(3).detail())
        .isEqualTo("the comparison has no three; it has rows, subsets, one, two");
    assertThatThrownBy(
            () ->
                ComparisonGates.decide(
                    comparison, List.of(MetricGate.parse("rows not-worse-than a.csv"))))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("names a baseline, which is the first run");
  }

  @Test
  void oneImageHasNoInterval() throws IOException {
    Path a = write("a.csv", "item,image,right\na,p,1\nb,p,0\n");
    Path b = write("b.csv", "item,image,right\na,p,1\nb,p,1\n");
    SuiteComparison comparison = SuiteComparison.of(a, b, 0);
    assertThat(comparison.all().interval()).isEmpty();
    assertThat(comparison.all().standardError()).isNaN();
    assertThat(comparison.all().finding()).isEqualTo(Finding.CANNOT_TELL);
    assertThat(comparison.subsets()).isEmpty();
    assertThat(comparison.imageSide()).isEmpty();
    assertThat(ComparisonGates.decide(comparison, List.of(MetricGate.parse("rows>=50"))).get(0))
        .matches(GateResult::holds);
  }

  @Test
  void aSubsetOfOneImageMayHaveNone() throws IOException {
    StringBuilder rows = new StringBuilder("correct,filename,type\n");
    for (int i = 0; i < 9; i++) {
      rows.append(i % 2 + ",p" + i + (i == 0 ? ",rare\n" : ",usual\n"));
    }
    Path a = write("a.csv", rows.toString());
    SuiteComparison comparison = SuiteComparison.of(a, a, 0);
    assertThat(comparison.subsets())
        .extracting(ComparedItems::name)
        .containsExactly("rare", "usual");
    assertThat(comparison.all().exactP()).isEqualTo(1);
    assertThat(comparison.all().interval().orElseThrow().low()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "item,right~a,1~b,1 | they have 1 and 2 items",
        "item,right~b,1 | item 0 is 'a' of '' on a and 'b' of '' on b",
        "item,image,right~a,q,1 | item 0 is 'a' of '' on a and 'a' of '' on q",
        "item,subset,right~a,s,1 | item 0 is 'a' of '' on a and 'a' of 's' on a",
      })
  void otherItemsAreRefused(String text, String message) throws IOException {
    Path a = write("a.csv", "item,right\na,1\n");
    Path b = write("b.csv", text.replace('~', '\n') + "\n");
    assertThatThrownBy(() -> SuiteComparison.of(a, b, 0))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("must be of the same items; " + message);
  }

  @Test
  void filesThatAreNoRuns() throws IOException {
    Path a = write("a.csv", "item,right\na,1\n");
    assertThatThrownBy(() -> SuiteComparison.of(folder, a, 0))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("must be a folder of eval compositional, or a table with a column");
    Path none = write("none.csv", "item,right\n");
    assertThatThrownBy(() -> SuiteComparison.of(a, none, 0))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("none.csv: has no item");
  }
}
