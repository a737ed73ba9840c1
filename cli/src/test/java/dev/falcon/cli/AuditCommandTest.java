package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Json;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditCommandTest {
  private static final int SAMPLES = 60;
  private static final int DIMENSION = 8;

  @TempDir private Path folder;
  private Path store;

  @BeforeEach
  void writeStore() {
    store = folder.resolve("store");
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            100,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(2, "store");
    try (StoreWriter writer = StoreWriter.open(store, options, false)) {
      float[] vectors = new float[2 * DIMENSION];
      for (int row = 0; row < SAMPLES; row++) {
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(
            Scenes.key(Split.TRAIN, row), null, "c" + row, vectors, 0, vectors, DIMENSION);
      }
      writer.finish();
    }
  }

  private Cli.Result audit(String out, Object... more) {
    Object[] all = new Object[more.length + 5];
    all[0] = "audit-fn";
    all[1] = "--input-dataset=scenes:train,captions-per-image=1,count=" + SAMPLES;
    all[2] = "--embeddings=" + store;
    all[3] = "--quiet";
    all[4] = "--out=" + folder.resolve(out);
    System.arraycopy(more, 0, all, 5, more.length);
    return Cli.launch(all);
  }

  @Test
  void auditsAGridOfQuantilesAgainstTheExactTruthOfScenes() throws IOException {
    Cli.Result result = audit("audit", "--quantiles=0,1", "--thresholds=0.5", "--json");

    assertThat(result.errors()).isEmpty();
    assertThat(result.exitCode()).isZero();
    JsonNode json = Json.mapper().readTree(result.output());
    assertThat(json.at("/strata").size()).isEqualTo(4);
    assertThat(json.at("/truth_known").asInt()).isEqualTo(4 * SAMPLES);
    assertThat(json.at("/detectors/0/judge").asText()).isEqualTo("store-cosine");
    assertThat(Json.readTree(folder.resolve("audit/audit.json"))).isEqualTo(json);
    assertThat(folder.resolve("audit/report.html"))
        .content()
        .contains("<svg", "prefers-color-scheme: dark", "data:image/png;base64,")
        .doesNotContain("http://", "https://", "<script");
  }

  @Test
  void auditsAPlanAndComparesTwoAudits() {
    for (String quantile : List.of("0.2", "1")) {
      Path plan = folder.resolve("plan-" + quantile + ".parquet");
      Cli.Result mined =
          Cli.launch(
              "mine",
              "--embeddings=" + store,
              "--quantiles=" + quantile,
              "--batch-size=10",
              "--quiet",
              "--out=" + plan);
      assertThat(mined.exitCode()).isZero();
      Cli.Result result = audit("audit-" + quantile, "--plan=" + plan);
      assertThat(result.exitCode()).isZero();
      assertThat(result.output())
          .contains("chain ", "hardest ", "off_diagonal ", "truth ")
          .contains("The judges against truth");
    }

    Cli.Result compared =
        Cli.launch(
            "audit-fn",
            "--compare",
            folder.resolve("audit-0.2/audit.json"),
            folder.resolve("audit-1/audit.json"));

    assertThat(compared.exitCode()).isZero();
    assertThat(compared.output()).containsPattern("hardest +truth +– +both +.*\\[[+-]");
  }

  @Test
  void whatIsFoundCanBeVetoed() {
    Path veto = folder.resolve("veto.parquet");
    Cli.Result result = audit("audit", "--quantiles=0.5,1", "--write-veto=" + veto);

    assertThat(result.exitCode()).isZero();
    assertThat(result.errors()).contains("veto.parquet: ");
    assertThat(veto).exists();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--thresholds=0.5,1.2 | 2 | a threshold lies in [0, 1]; threshold=1.2",
        "--quantiles=1.5 | 2 | a quantile lies in [0, 1]; quantile=1.5",
        "--quantiles=1 --plan=x.parquet | 2 | not several",
        "--precision=0.7 | 2 | precision lies in (0, 0.5); precision=0.7",
        "--max-pairs=0 | 2 | max-pairs=0",
        "--plan=none.parquet | 1 | none.parquet",
        "--truth=none.jsonl | 1 | none.jsonl",
        "--model=none | 1 | there is no such folder",
      })
  void saysWhatIsWrongInOneLine(String arguments, int exitCode, String message) {
    Cli.Result result = audit("wrong", (Object[]) arguments.split(" ", -1));

    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.errors()).contains(message).hasLineCount(1);
    assertThat(folder.resolve("wrong/audit.json")).doesNotExist();
  }
}
