// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import dev.falcon.reproduce.internal.Evidence.Roles;
import dev.falcon.reproduce.model.Comparison;
import dev.falcon.reproduce.model.ComparisonConclusion;
import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import dev.falcon.reproduce.model.ComparisonTables;
import dev.falcon.reproduce.model.Gate;
import dev.falcon.reproduce.model.Measure;
import dev.falcon.reproduce.model.RunTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tech.tablesaw.aggregate.AggregateFunctions;
import tech.tablesaw.api.Table;

/** The files of a comparison that nobody ran. */
class ComparisonPageTest {
  /** Stays for whoever wants to look at the page. */
  private static final Path FOLDER = Path.of("target", "made-up-comparison");

  private static ComparisonResult madeUp() {
    Comparison scenes = ComparisonReader.builtIn("scenes");
    MadeUpRuns runs =
        new MadeUpRuns()
            .add("uniform", 5, 52, 89, List.of(0.5, 0.5, 0.5), List.of(0.6, 0.5, 0.6))
            .add("fixed-0.0", 3, 52.4, 89, List.of(0.0, 0.0, 0.0), List.of(0.3, 0.2, 0.1))
            .add("fixed-0.5", 3, 52.1, 89, List.of(0.5, 0.5, 0.5), List.of(0.6, 0.5, 0.5))
            .add("fixed-0.95", 2, 52.9, 89, List.of(0.95, 0.95, 0.95), List.of(2.0, 2.4, 2.7))
            .add("grit", 5, 56, 90, List.of(1.0, 1.0, 1.0), List.of(8.0, 14.0, 19.0))
            .add("grit-2400", 3, 54, 88, List.of(1.0, 1.0, 1.0), List.of(9.0, 16.0, 24.0))
            .add("falcon-literal", 3, 52.2, 89, List.of(0.5, 0.51, 0.5), List.of(0.6, 0.6, 0.6))
            .add("falcon", 3, 53, 89.5, List.of(0.8, 0.78, 0.7), List.of(4.0, 5.0, 6.0))
            .add("control-noise", 1, 52.5, 89.2, List.of(0.8, 0.79, 0.8), List.of(4.0, 5.0, 6.0))
            .addUnfinished("oracle", "diverged", "step 0: the loss is <NaN>");
    List<VariantResult> variants = runs.results("uniform", "grit");
    return new ComparisonResult(
        Provenance.of("reproduce scenes", 1, Map.of(), List.of()),
        1,
        List.of("0123456"),
        "scenes, made up",
        "uniform",
        "grit",
        false,
        variants,
        Claims.of(new Roles("uniform", scenes.claims(), variants)),
        ComparisonReader.builtIn("coco").published(),
        ComparisonReader.builtIn("coco").references().stream()
            .map(ComparisonReader::reference)
            .toList(),
        new Gate.Passage(
            new Gate(
                "uniform", OptionalDouble.of(0.6), OptionalDouble.of(0), OptionalDouble.empty()),
            3,
            List.of(
                new Gate.Finding(Gate.Sign.MATCHING_LOSS, 0.62, 0.6),
                new Gate.Finding(Gate.Sign.RERANKING_GAIN, -1.5, 0)),
            false));
  }

  private static ComparisonResult quick(int seeds) {
    MadeUpRuns runs =
        new MadeUpRuns()
            .add("uniform", seeds, 52, 89, List.of(0.5), List.of(0.6))
            .add("grit", seeds, 56, 90, List.of(1.0), List.of(8.0));
    List<VariantResult> variants = runs.results("uniform", "grit");
    Comparison scenes = ComparisonReader.builtIn("scenes");
    return new ComparisonResult(
        Provenance.of("reproduce scenes", 1, Map.of(), List.of()),
        1,
        List.of("0123456"),
        "scenes-quick",
        "uniform",
        "grit",
        false,
        variants,
        Claims.of(new Roles("uniform", scenes.claims(), variants)),
        List.of(),
        List.of(),
        null);
  }

  @Test
  void aQuickComparisonSaysThatItDecidesNothing() {
    ComparisonResult quick = quick(3);
    String markdown = ComparisonTables.markdown(quick);
    assertThat(markdown)
        .startsWith("# scenes-quick\n\nA quick comparison shows that everything runs, not which")
        .contains("clearly better than uniform: grit (+");
    assertThat(markdown.indexOf("## By contrast"))
        .as("claims that cannot be tested come last")
        .isPositive()
        .isLessThan(markdown.indexOf("## The paper's claims"));
    assertThat(ComparisonPage.of(quick)).contains("not which policy wins");
    assertThat(ComparisonPage.of(madeUp())).doesNotContain("not which policy wins");
  }

  @Test
  void oneSeedMakesNothingClear() {
    assertThat(ComparisonConclusion.sentence(quick(1)))
        .hasValue("By true IR mAP, no variant is clearly better than uniform; neither: grit.");
  }

  /** The summary of the comparison, once more by tablesaw. */
  @Test
  void aTableOfRunsIsSummarisedAsTheComparisonIs() {
    ComparisonResult result = madeUp();
    Table runs = RunTable.of(result);
    assertThat(runs.rowCount()).isEqualTo(29);
    assertThat(runs.doubleColumn(Measure.STEP_PROCESSOR_MILLISECONDS.key()).countMissing())
        .isEqualTo(6);
    String measure = Measure.TXT_R1.key();
    Table summary =
        runs.summarize(measure, AggregateFunctions.mean, AggregateFunctions.stdDev).by("variant");
    for (int row = 0; row < 8; row++) {
      VariantResult variant = result.variants().get(row);
      ComparisonResult.Spread spread = variant.measures().get(measure);
      assertThat(summary.stringColumn("variant").get(row)).isEqualTo(variant.name());
      assertThat(summary.doubleColumn("Mean [" + measure + "]").get(row))
          .isCloseTo(spread.mean(), within(1e-9));
      assertThat(summary.doubleColumn("Std. Deviation [" + measure + "]").get(row))
          .isCloseTo(spread.deviation(), within(1e-9));
    }
  }

  @Test
  void thePageNeedsNothingBesideItself() throws IOException {
    Files.createDirectories(FOLDER);
    Tables.write(FOLDER, madeUp());
    String page = Files.readString(FOLDER.resolve("report.html"));
    assertThat(page).doesNotContain("http", "<script", "<link", "NaN,", "\"NaN\"");
    assertThat(page).contains("the loss is &lt;NaN&gt;", "prefers-color-scheme: dark");
    assertThat(page).contains("4. FALCON's mean q");
    assertThat(page)
        .contains(
            "The gate is closed: under uniform (n = 3) matching",
            "0.620, which must be below 0.60, and re-ranking changes true R@1 by -1.5 points");
    assertThat(page).contains(": not testable<", ": appeared<", ": did not appear<");
    assertThat(page).contains(" that these runs cannot test</summary>");
    Matcher coordinate = Pattern.compile("[; \"]left:(-?[0-9.]+)%").matcher(page);
    int coordinates = 0;
    while (coordinate.find()) {
      coordinates++;
      assertThat(Double.parseDouble(coordinate.group(1))).isBetween(0.0, 100.0);
    }
    assertThat(coordinates).isGreaterThan(100);
  }

  @Test
  void timesAreRelativeToThePaceOfTheSameSeed() {
    ComparisonResult result = madeUp();
    Map<String, Double> grit = result.variants().get(4).runs().get(1).values();
    assertThat(grit.get(Measure.PACE.key())).isEqualTo(1);
    Map<String, Double> uniform = result.variants().get(0).runs().get(1).values();
    assertThat(uniform.get(Measure.PACE.key()))
        .isEqualTo(uniform.get("step_milliseconds") * 300 / (grit.get("step_milliseconds") * 300));
    Map<String, Double> wide = result.variants().get(5).runs().get(1).values();
    double there = grit.get("step_processor_milliseconds") * 300;
    assertThat(wide.get(Measure.PROCESSOR_PACE.key()))
        .isEqualTo(wide.get("step_processor_milliseconds") * 300 / there);
    assertThat(uniform).doesNotContainKey(Measure.PROCESSOR_PACE.key());
    assertThat(ComparisonTables.markdown(result))
        .contains("| q = 0.0 | the paper | 18.92 |", "|  | here | 44.3 ± 1.0 |  |");
  }

  /** The wall's clock stands beside the processor's while some runs know no other. */
  @Test
  void timesNameTheirClock() {
    ComparisonResult mixed = madeUp();
    assertThat(ComparisonTables.markdown(mixed))
        .contains("| ms a step, wall | time of an epoch, wall | ms a step, processor |");
    List<VariantResult> grit = List.of(mixed.variants().get(4));
    ComparisonResult later =
        new ComparisonResult(
            mixed.provenance(),
            1,
            List.of(),
            "",
            "grit",
            "grit",
            true,
            grit,
            List.of(),
            List.of(),
            List.of(),
            null);
    assertThat(ComparisonTables.times(later))
        .containsExactly(Measure.STEP_PROCESSOR_MILLISECONDS, Measure.PROCESSOR_PACE);
    List<VariantResult> uniform = List.of(mixed.variants().get(0));
    ComparisonResult older =
        new ComparisonResult(
            mixed.provenance(),
            1,
            List.of(),
            "",
            "",
            "",
            true,
            uniform,
            List.of(),
            List.of(),
            List.of(),
            null);
    assertThat(ComparisonTables.times(older))
        .containsExactly(Measure.STEP_MILLISECONDS, Measure.PACE);
  }

  @Test
  void theJsonHoldsClaimsAndThePapersScores() throws IOException {
    Path file = Files.createDirectories(FOLDER).resolve("claims.json");
    AtomicFile.write(file, Json.mapper().writeValueAsString(madeUp()));
    JsonNode tree = Json.readTree(file);
    assertThat(tree.at("/claims/6/findings/0/verdict").asText()).isEqualTo("appeared");
    assertThat(tree.at("/claims/3/findings/0/lacking/0").asText())
        .isEqualTo("no variant plays falcon-noise");
    assertThat(tree.at("/published/0/scores/0").asDouble()).isEqualTo(55.6);
    assertThat(tree.at("/references/0/columns/0").asText()).isEqualTo("NLVR2 dev");
    assertThat(tree.at("/references/0/rows/9/scores").toString())
        .isEqualTo("[75.17,75.47,71.24,71.36]");
  }
}
