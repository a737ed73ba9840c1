package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.layout.StoreLayout;
import dev.falcon.data.store.layout.StoreOptions;
import dev.falcon.data.store.layout.VectorType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningTarget;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans of ONNX Runtime's products on the processor, against those of the kernel's. */
class OnnxProductTest {
  private static final MiningTarget BATCHES = new MiningTarget.Batches();
  private static final MiningRequest.Execution OWN = new MiningRequest.Execution(2, 1L << 30);
  private static final MiningRequest.Execution ONNX = OWN.withProduct(Device.CPU);

  @TempDir private Path folder;
  private EmbeddingStore store;

  @BeforeEach
  void writeStore() {
    store = TestStores.write(folder.resolve("store"), TestVectors.generate(1000, 40, 80, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.9", "grit", "fixed:0", "falcon+", "margin:0.3", "random", "hardening"})
  void plansAreTheSameToTheByte(String policy) throws IOException {
    MiningOptions options = options(policy, 450);
    assertThat(mine(store, options, ONNX)).isEqualTo(mine(store, options, OWN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.9", "grit", "falcon+", "random"})
  void plansOfRealVectorsAreTheSameToTheByte(String policy) throws IOException {
    Path path = Path.of(System.getProperty("falcon.testdata", "absent"), "emoji-embeddings");
    assumeTrue(Files.isDirectory(path), path + " is absent");
    MiningOptions options = options(policy, 1609);
    EmbeddingStore emoji = EmbeddingStore.open(path);
    assertThat(mine(emoji, options, ONNX)).isEqualTo(mine(emoji, options, OWN));
  }

  @Test
  void autoWithoutADeviceTakesTheKernel() throws IOException {
    MiningOptions options = options("0.9", 450);
    assertThat(mine(store, options, OWN.withProduct(Device.AUTO)))
        .isEqualTo(mine(store, options, OWN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "uniform", "gcbs", "kmeans:4", "simans:-0.05"})
  void policiesThatAskForMoreAreRefused(String policy) {
    assertRefused(store, options(policy, 450), BATCHES);
  }

  @Test
  void listsAndImagesOfSeveralVectorsAreRefused() {
    MiningTarget lists = new MiningTarget.Negatives(3, MiningTarget.Columns.TRIPLET);
    assertRefused(store, options("0.9", 450), lists);
    Path several = folder.resolve("several");
    StoreOptions layout =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            2,
            400,
            false,
            false,
            Provenance.of("test", 0, Map.of(), List.of()),
            2);
    try (StoreWriter writer = StoreWriter.open(several, layout, false)) {
      float[] image = {1, 0, 0, 1};
      writer.append("key", Optional.empty(), Optional.empty(), image, 0, image, 0);
      writer.finish();
    }
    assertRefused(EmbeddingStore.open(several), options("0.9", 450), BATCHES);
  }

  @Test
  void aSpaceThatDoesNotFitIsRefused() {
    MiningRequest.Execution small =
        new MiningRequest.Execution(1, 30_000_000).withProduct(Device.CPU);
    assertThatThrownBy(() -> mine(store, options("0.9", 1000), small))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("a larger --memory, or a smaller search space, is right");
  }

  private void assertRefused(EmbeddingStore other, MiningOptions options, MiningTarget target) {
    assertThatThrownBy(() -> request(other, options, target, ONNX))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("similarities by ONNX Runtime (cpu) serve batches by one quantile")
        .hasMessageNotContaining("\n");
  }

  private static MiningOptions options(String name, int space) {
    NamedPolicy policy = Policies.parse(name);
    MiningOptions plain = MiningOptions.of(policy.quantiles());
    return new MiningOptions(
        plain.composition(),
        space,
        32,
        plain.levels(),
        name.equals("hardening") ? 3 : 1,
        plain.seed(),
        true,
        new Constraints(Set.of(), Optional.empty(), policy.margin(), false, RankWindow.ALL));
  }

  private MiningRequest request(
      EmbeddingStore from,
      MiningOptions options,
      MiningTarget target,
      MiningRequest.Execution execution) {
    return new MiningRequest(
        from,
        options,
        target,
        folder.resolve("plan.parquet"),
        TableFormat.PARQUET,
        execution,
        true);
  }

  private byte[] mine(EmbeddingStore from, MiningOptions options, MiningRequest.Execution execution)
      throws IOException {
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mine(request(from, options, BATCHES, execution));
    return Files.readAllBytes(folder.resolve("plan.parquet"));
  }
}
