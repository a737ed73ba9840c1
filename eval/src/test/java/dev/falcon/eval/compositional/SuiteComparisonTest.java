// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.gate.GateResult;
import dev.falcon.data.gate.MetricGate;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.eval.compositional.compare.ComparedColumns;
import dev.falcon.eval.compositional.compare.ComparedItems;
import dev.falcon.eval.compositional.compare.ComparisonGates;
import dev.falcon.eval.compositional.compare.PairedRuns;
import dev.falcon.eval.compositional.compare.SuiteComparison;
import dev.falcon.eval.compositional.compare.SuiteComparisonPage;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.eval.datacomp.SampleOutcomes.One;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two models on the same items, with values computed by hand. */
class SuiteComparisonTest {
  private static final String HEADER =
      "item,subset,image,right,right_caption,right_image,mean_image\n";

  @TempDir Path folder;

  private static SuiteComparison compared(Path first, Path second, long seed) {
    return PairedRuns.read(List.of(first, second), ComparedColumns.USUAL).compared(seed);
  }

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
    SuiteComparison comparison = compared(run("a.csv", false), run("b.csv", true), 7);
    ComparedItems all = comparison.all();
    assertThat(all.items()).isEqualTo(40);
    assertThat(all.images()).isEqualTo(10);
    assertThat(all.first()).isEqualTo(50);
    assertThat(all.second()).isEqualTo(72.5);
    assertThat(all.difference()).isEqualTo(22.5);
    assertThat(all.won()).isEqualTo(10);
    assertThat(all.lost()).isEqualTo(1);
    assertThat(all.p()).isCloseTo(2 * 12 / 2048.0, within(1e-15));
    assertThat(all.midP()).isCloseTo((2 * 12 - 11) / 2048.0, within(1e-15));
    assertThat(all.finding()).isEqualTo(ComparedItems.Finding.GAIN);
    assertThat(all.interval().orElseThrow().low()).isBetween(5.0, 22.5);
    assertThat(all.interval().orElseThrow().high()).isBetween(22.5, 40.0);
    ComparedItems one = comparison.subsets().get(0);
    assertThat(one.name()).isEqualTo("one");
    assertThat(one.p()).isEqualTo(2 / 256.0);
    assertThat(one.holmP()).isEqualTo(4 / 256.0);
    assertThat(one.finding()).isEqualTo(ComparedItems.Finding.GAIN);
    // Of its five images of four items each, four win two items and one none.
    assertThat(one.designEffect())
        .isCloseTo((0.16 * 4 + 2.56) * 5 / 4 / (4.8 * 20 / 19), within(1e-9));
    assertThat(one.standardError())
        .isCloseTo(100 * Math.sqrt((0.16 * 4 + 2.56) * 5 / 4) / 20, within(1e-9));
    ComparedItems two = comparison.subsets().get(1);
    assertThat(two.finding()).isEqualTo(ComparedItems.Finding.CANNOT_TELL);
    assertThat(comparison.subsetMean()).isEqualTo(22.5);
    assertThat(comparison.captionSide()).contains(22.5);
    assertThat(comparison.imageSide()).contains(0.0);
    assertThat(comparison.meanImage()).contains(2.5);
    assertThat(comparison.verdict())
        .isEqualTo(
            "gain: +22.50 points over all items (won 10, lost 1, p 0.012); of 2 subsets, gain in 1,"
                + " cannot tell in 1; the caption side +22.50, the image side +0.00: the gain is"
                + " mostly in texts; without looking at the image +2.50");
    SuiteComparison back = compared(run("b.csv", true), run("a.csv", false), 7);
    assertThat(back.all().finding()).isEqualTo(ComparedItems.Finding.LOSS);
    assertThat(back.all().difference()).isEqualTo(-22.5);
    assertThat(compared(run("a.csv", false), run("b.csv", true), 7)).isEqualTo(comparison);
  }

  @Test
  void gatesApplyToTheDifference() throws IOException {
    SuiteComparison comparison = compared(run("a.csv", false), run("b.csv", true), 7);
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
    SuiteComparison comparison = compared(a, b, 0);
    assertThat(comparison.all().interval()).isEmpty();
    assertThat(comparison.all().standardError()).isNaN();
    assertThat(comparison.all().finding()).isEqualTo(ComparedItems.Finding.CANNOT_TELL);
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
    SuiteComparison comparison = compared(a, a, 0);
    assertThat(comparison.subsets())
        .extracting(ComparedItems::name)
        .containsExactly("rare", "usual");
    assertThat(comparison.all().p()).isEqualTo(1);
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
    assertThatThrownBy(() -> compared(a, b, 0))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("must be of the same items; " + message);
  }

  /** A table of two items as a run writes it, with metadata. */
  private Path recorded(String name, Map<String, String> metadata) {
    Map<String, String> all = new TreeMap<>(metadata);
    all.putIfAbsent(ItemTable.SUITE, "s");
    all.putIfAbsent(ItemTable.MODEL, name);
    TableSchema schema =
        TableSchema.of(
            TableSchema.required("item", ColumnType.UTF8),
            TableSchema.required("right", ColumnType.BOOL),
            TableSchema.required("r_precision", ColumnType.FLOAT64));
    Path file = folder.resolve(name);
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, all)) {
      table.setString(0, "a").setBoolean(1, true).setDouble(2, 1).endRow();
      table.setString(0, "b").setBoolean(1, false).setDouble(2, 0).endRow();
      table.commit();
    }
    return file;
  }

  @Test
  void unusualRunsAreNoted() {
    Path itc = recorded("a.parquet", Map.of(ItemTable.SCORED_BY, "itc"));
    Path itm = recorded("b.parquet", Map.of(ItemTable.SCORED_BY, "itm"));
    assertThat(compared(itc, itm, 0).notes())
        .containsExactly("pairs are scored by itc in A and by itm in B");
    assertThat(compared(itm, itm, 0).notes()).containsExactly("both runs are of the same model");
    assertThat(compared(itc, recorded("c.parquet", Map.of(ItemTable.SCORED_BY, "itc")), 0).notes())
        .isEmpty();
    assertThat(compared(List.of(itc, itm, itc, itm, itm, itm), ComparedColumns.USUAL).notes())
        .containsExactly(
            "pairs are scored by itc in A and by itm in B",
            "both runs are of the same model",
            "several seeds' runs of A are of the same model",
            "several seeds' runs of B are of the same model");
  }

  @ParameterizedTest
  @CsvSource({"protocol, caption, group", "ties, strict, true_first", "truth, 12ab, 34cd"})
  void runsThatAreJudgedInOtherWaysAreRefused(String rule, String one, String other) {
    Path a = recorded("a.parquet", Map.of(ItemTable.RULE + rule, one));
    Path b = recorded("b.parquet", Map.of(ItemTable.RULE + rule, other));
    Path older = recorded("c.parquet", Map.of());
    ComparedColumns columns = new ComparedColumns(Optional.of("r_precision"), Optional.empty());
    assertThatThrownBy(() -> compared(List.of(a, b), columns))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            a
                + " and "
                + b
                + ": must be judged alike; the first has the "
                + rule
                + " '"
                + one
                + "', the other '"
                + other
                + "'");
    assertThat(compared(List.of(a, older), columns).all().difference()).isZero();
    if (rule.equals("truth")) { // which own answers do not depend on
      assertThat(compared(a, b, 0).all().difference()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "falcon.suite, t, the suites are 's' and 't'",
    "falcon.suite.sha256, 56ef, 'items of the same names have other captions, images or answers'"
  })
  void runsOfOtherSuitesAreRefused(String metadata, String value, String message) {
    Path a = recorded("a.parquet", Map.of());
    Path b = recorded("b.parquet", Map.of(metadata, value));
    assertThatThrownBy(() -> compared(a, b, 0))
        .isInstanceOf(RequestException.class)
        .hasMessage(a + " and " + b + ": must be of the same items; " + message);
  }

  @Test
  void filesThatAreNoRuns() throws IOException {
    Path a = write("a.csv", "item,right\na,1\n");
    assertThatThrownBy(() -> compared(folder, a, 0))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("must be an output folder of eval compositional");
    Path none = write("none.csv", "item,right\n");
    assertThatThrownBy(() -> compared(a, none, 0))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("none.csv: has no item");
  }

  /** One item per row, of which the second model has more right with each seed. */
  private List<Path> seeds(int... won) throws IOException {
    List<Path> runs = new ArrayList<>();
    for (int seed = 0; seed < won.length; seed++) {
      StringBuilder before = new StringBuilder("item,subset,right,right_caption,right_image\n");
      StringBuilder after = new StringBuilder(before);
      for (int i = 0; i < 20; i++) {
        String begin = "i" + i + (i < 10 ? ",one," : ",two,");
        before.append(begin).append("0,0,0\n");
        after.append(begin).append(i < won[seed] ? "1,1,0\n" : "0,0,0\n");
      }
      runs.add(write("before" + seed + ".csv", before.toString()));
      runs.add(write("after" + seed + ".csv", after.toString()));
    }
    return runs;
  }

  private static SuiteComparison compared(List<Path> runs, ComparedColumns columns) {
    return PairedRuns.read(runs, columns).compared(0);
  }

  @Test
  void severalSeedsAreTheUnit() throws IOException {
    SuiteComparison comparison = compared(seeds(2, 4, 6), ComparedColumns.USUAL);
    ComparedItems all = comparison.all();
    assertThat(comparison.seeds()).isEqualTo(3);
    assertThat(all.bySeed()).containsExactly(10.0, 20.0, 30.0);
    assertThat(all.difference()).isEqualTo(20);
    assertThat(all.won()).isEqualTo(12);
    assertThat(all.standardError()).isCloseTo(10 / Math.sqrt(3), within(1e-9));
    // Student's quantile with two degrees of freedom is 4.302653.
    assertThat(all.interval().orElseThrow().low())
        .isCloseTo(20 - 4.302653 * 10 / Math.sqrt(3), within(1e-4));
    // 1 - t / sqrt(t^2 + 2) with t = 2 sqrt(3)
    assertThat(all.p()).isCloseTo(1 - Math.sqrt(12.0 / 14), within(1e-9));
    assertThat(all.finding()).isEqualTo(ComparedItems.Finding.NOT_SHOWN);
    ComparedItems two = comparison.subsets().get(1);
    assertThat(two.difference()).isZero();
    assertThat(two.p()).isEqualTo(1);
    assertThat(comparison.subsetMean()).isEqualTo(20);
    assertThat(comparison.captionSide()).contains(20.0);
    assertThat(comparison.meanImage()).isEmpty();
    assertThat(comparison.verdict())
        .startsWith("not shown: +20.00 points over all items and 3 seeds (won 12, lost 0, p 0.074)")
        .endsWith("the caption side +20.00, the image side +0.00: the gain is mostly in texts");
    SuiteComparison equal = compared(seeds(5, 5, 5), ComparedColumns.USUAL);
    assertThat(equal.all().finding()).isEqualTo(ComparedItems.Finding.CANNOT_TELL);
    assertThat(equal.all().p()).isOne();
    assertThat(equal.all().interval()).isEmpty();
    assertThat(equal.subsetMeanInterval()).isEmpty();
    assertThat(equal.subsets().get(0).finding()).isEqualTo(ComparedItems.Finding.CANNOT_TELL);
    // Student's p is below 0.05, but five items differ.
    ComparedItems few = compared(seeds(1, 1, 1, 1, 0), ComparedColumns.USUAL).all();
    assertThat(few.finding()).isEqualTo(ComparedItems.Finding.CANNOT_TELL);
    assertThatThrownBy(() -> compared(seeds(1, 2).subList(0, 3), ComparedColumns.USUAL))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("runs come in pairs");
  }

  @Test
  void anyColumnIsAMeasure() throws IOException {
    Path a = write("a.csv", "item,kind,ap\na,x,0.25\nb,x,nan\nc,y,0.5\n");
    Path b = write("b.csv", "item,kind,ap\na,x,0.75\nb,x,\nc,y,0.25\n");
    ComparedColumns columns = new ComparedColumns(Optional.of("ap"), Optional.of("kind"));
    SuiteComparison comparison = compared(List.of(a, b), columns);
    assertThat(comparison.all().items()).isEqualTo(2);
    assertThat(comparison.all().first()).isEqualTo(37.5);
    assertThat(comparison.all().difference()).isEqualTo(12.5);
    assertThat(comparison.all().won()).isEqualTo(1);
    assertThat(comparison.subsets()).extracting(ComparedItems::name).containsExactly("x", "y");
    assertThat(comparison.provenance().options()).containsKeys("measure", "subset-col");
    Path truths = write("t.csv", "item,kind,ap\na,x,true\nb,x,false\nc,y,TRUE\n");
    assertThat(compared(List.of(truths, truths), columns).all().first())
        .isCloseTo(200 / 3.0, within(1e-9));
    assertThatThrownBy(() -> compared(List.of(a, truths), columns))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("only one of them has a value for item 1, 'b' of 'x' on b");
    Path words = write("w.csv", "item,kind,ap\na,x,much\n");
    assertThatThrownBy(() -> compared(List.of(words, words), columns))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith(
            "the column 'ap' must hold true and false, or numbers; it holds 'much'");
    Path none = write("n.csv", "item,kind,ap\na,x,\n");
    assertThatThrownBy(() -> compared(List.of(none, none), columns))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("no item has a value of the measure");
    ComparedColumns other = new ComparedColumns(Optional.empty(), Optional.of("genre"));
    assertThatThrownBy(() -> compared(List.of(write("r.csv", "item,right\na,1\n"), a), other))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("has no column 'genre'; its columns are item, right");
  }

  @Test
  void samplesOfTasks() {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    List<One> wrong = List.of(new One("s", "i", 0), new One("t", "i", 1));
    SampleOutcomes.write(a, "vtab/one", wrong);
    SampleOutcomes.write(b, "vtab/one", List.of(new One("s", "i", 1), new One("t", "i", 1)));
    SampleOutcomes.write(a, "two", List.of(new One("s", "i", 0.5)));
    SampleOutcomes.write(b, "two", List.of(new One("s", "i", 0.25)));
    SampleOutcomes.write(b, "faces", List.of());
    SuiteComparison comparison = compared(List.of(a, b), ComparedColumns.USUAL);
    assertThat(comparison.suite()).isEqualTo("datacomp");
    assertThat(comparison.subsets())
        .extracting(ComparedItems::name, ComparedItems::difference)
        .containsExactly(tuple("two", -25.0), tuple("vtab/one", 50.0));
    SampleOutcomes.write(b, "three", wrong);
    assertThatThrownBy(() -> compared(List.of(a, b), ComparedColumns.USUAL))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("the tasks are two, vtab/one and three, two, vtab/one");
    assertThat(SampleOutcomes.isOne(a.resolve("outcomes"))).isTrue();
    assertThat(SampleOutcomes.isOne(a.resolve("outcomes/two.parquet"))).isTrue();
    assertThat(SampleOutcomes.isOne(a)).isFalse();
    assertThat(SampleOutcomes.run(a.resolve("outcomes/two.parquet"))).contains(a);
  }

  @Test
  void aPageShowsWhatWasWonAndLost() throws IOException {
    PairedRuns runs =
        PairedRuns.read(List.of(run("a.csv", false), run("b.csv", true)), ComparedColumns.USUAL);
    SuiteComparison comparison = runs.compared(7);
    Path page = folder.resolve("page.html");
    SuiteComparisonPage.write(
        page,
        comparison,
        runs,
        Optional.of(
            (keys, side) ->
                keys.stream().collect(Collectors.toMap(key -> key, key -> List.of("<i>" + key)))));
    String text = Files.readString(page);
    assertThat(text)
        .contains("gain: +22.50 points", "10 of 10 items", "1 of 1 items", "<i>p0", "all items")
        .contains("one, i1 on p0")
        .doesNotContain("one, i0 on p0");
    PairedRuns same =
        PairedRuns.read(List.of(run("a.csv", false), run("a.csv", false)), ComparedColumns.USUAL);
    SuiteComparisonPage.write(page, same.compared(7), same, Optional.empty());
    assertThat(Files.readString(page)).contains("None.");
  }
}
