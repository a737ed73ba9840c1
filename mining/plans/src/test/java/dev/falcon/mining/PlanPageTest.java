// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.report.PlanPage;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanPageTest {
  @TempDir private Path folder;

  private String page(String policy) throws IOException {
    EmbeddingStore store =
        TestStores.write(folder.resolve("store"), TestVectors.generate(120, 16, 10, 8));
    MiningResult result =
        new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
            .mine(
                new MiningRequest(
                    store,
                    MiningOptions.of(Policies.parse(policy).quantiles())
                        .withConstraints(Policies.parse(policy).constraints(Constraints.NONE))
                        .withSizes(60, 10),
                    folder.resolve("plan.parquet"),
                    TableFormat.PARQUET,
                    new MiningRequest.Execution(2, 1L << 30),
                    false));
    Path file = folder.resolve("plan.html");
    PlanPage.write(
        file, result, store, Optional.empty(), "falcon mine --quantiles '" + policy + "'");
    return Files.readString(file);
  }

  @Test
  void showsHowHardTheNegativesAreAndTheHardestOfThem() throws IOException {
    String page = page("0.9");

    assertThat(page)
        .contains("<p class=\"lead\">12 batches, 120 samples. The negatives' mean similarity")
        .contains("positives</li>", "negatives</li>", "taken among candidates</li>")
        .contains("<dt>policy</dt><dd>quantile 0.9</dd>", "<dt>batch size</dt><dd>10</dd>")
        .contains("<dt>search space</dt><dd>60</dd>", "<dt>seed</dt><dd>42</dd>")
        .contains("<pre>falcon mine --quantiles '0.9'</pre>")
        .contains("<td>negatives</td><td>108</td>")
        .containsPattern("candidates nearer: [0-9]+ of [0-9]+; ")
        .doesNotContain("http://", "https://", "<script", "NaN");
    String pairs = page.substring(page.indexOf("The hardest pairs"), page.indexOf("Whole batches"));
    assertThat(pairs.split("<figure>", -1)).hasSize(13);
    assertThat(pairs.split("<b>anchor</b>", -1)).hasSize(13);
    assertThat(pairs.split("<b>negative</b>", -1)).hasSize(13);
  }

  @Test
  void namesFalconPlusByItsName() throws IOException {
    assertThat(page("falcon+")).contains("<dd>falcon+ (quantile 1.0, relative margin 0.05)</dd>");
  }

  /** The batch is found again in the plan, whose rows are read as a trainer reads them. */
  @Test
  void showsTheHardestBatchWholeAndInTheTrainersOrder() throws IOException {
    String page = page("0.9");
    Map<List<Integer>, List<Row>> batches = new LinkedHashMap<>();
    try (TableReader table = TableReader.open(folder.resolve("plan.parquet"))) {
      int epoch = table.column(ColumnType.INT32, "epoch");
      int space = table.column(ColumnType.INT32, "search_space");
      int batch = table.column(ColumnType.INT32, "batch");
      int index = table.column(ColumnType.INT64, "index");
      int anchor = table.column(ColumnType.INT64, "anchor_index");
      int similarity = table.column(ColumnType.FLOAT32, "similarity");
      while (table.next()) {
        List<Integer> name = List.of(table.getInt(epoch), table.getInt(space), table.getInt(batch));
        boolean chosen = !table.isNull(anchor);
        batches
            .computeIfAbsent(name, none -> new ArrayList<>())
            .add(
                new Row(
                    table.getLong(index),
                    chosen ? table.getLong(anchor) : -1,
                    chosen ? table.getFloat(similarity) : Float.NaN));
      }
    }
    List<Integer> hardest =
        Collections.max(
            batches.keySet(), Comparator.comparingDouble(name -> mean(batches.get(name))));

    String heading =
        String.format(
            Locale.ROOT,
            "The hardest: batch %d of search space %d, epoch %d; 10 samples; mean S %.3f",
            hardest.get(2),
            hardest.get(1),
            hardest.get(0),
            mean(batches.get(hardest)));
    assertThat(page).contains(heading).contains("One at random: batch ");
    String shown = page.substring(page.indexOf(heading));
    shown = shown.substring(0, shown.indexOf("One at random"));
    int from = 0;
    List<Long> seen = new ArrayList<>();
    for (Row row : batches.get(hardest)) {
      String small =
          row.anchor() < 0
              ? "<figcaption class=\"faint\">0</figcaption>"
              : String.format(
                  Locale.ROOT,
                  "<figcaption class=\"faint\">%d: S %.3f with %d</figcaption>",
                  seen.size(),
                  row.similarity(),
                  seen.indexOf(row.anchor()));
      String caption = row.index() % 5 == 0 ? "a photo" : "caption " + row.index();
      int at = shown.indexOf("<p>" + caption + "</p>", from);
      assertThat(at).as("%s in its place", row).isNotNegative();
      assertThat(shown.substring(at, shown.indexOf("</figure>", at))).contains(small);
      from = at + 1;
      seen.add(row.index());
    }
    assertThat(shown.split("<figure>", -1)).hasSize(11);
  }

  private record Row(long index, long anchor, float similarity) {}

  private static double mean(List<Row> batch) {
    return batch.stream()
        .filter(row -> row.anchor() >= 0)
        .mapToDouble(Row::similarity)
        .average()
        .orElseThrow();
  }

  @Test
  void drawsNoCurveOfASingleQuantile() throws IOException {
    assertThat(page("1"))
        .contains("positives</li>", "quantile asked")
        .doesNotContain("taken among candidates</li>");
  }

  @Test
  void aPlanWithoutAnchorsHasNoNegatives() throws IOException {
    assertThat(page("uniform"))
        .contains("No sample was chosen by an anchor.", "One at random: batch ")
        .doesNotContain("<svg", "NaN", "The hardest");
  }
}
