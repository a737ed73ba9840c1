package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.report.PlanPage;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.request.MiningTarget;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                    MiningOptions.of(Policies.parse(policy).quantiles()).withSizes(60, 10),
                    new MiningTarget.Batches(),
                    folder.resolve("plan.parquet"),
                    TableFormat.PARQUET,
                    new MiningRequest.Execution(2, 1L << 30),
                    false));
    Path file = folder.resolve("plan.html");
    PlanPage.write(file, result, store, Optional.empty());
    return Files.readString(file);
  }

  @Test
  void showsHowHardTheNegativesAreAndTheHardestOfThem() throws IOException {
    String page = page("0.9");

    assertThat(page)
        .contains("<p class=\"lead\">12 batches, 120 samples. The negatives' mean similarity")
        .contains("positives</li>", "negatives</li>", "taken among candidates</li>")
        .contains("<td>negatives</td><td>108</td>")
        .contains("rank ")
        .doesNotContain("http://", "https://", "<script", "NaN");
    assertThat(page.split("<figure>", -1)).hasSize(13);
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
        .contains("No sample was chosen by an anchor.")
        .doesNotContain("<svg", "NaN");
  }
}
