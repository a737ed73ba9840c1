// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.verify.InputSearch;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.data.verify.Verification;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.Miner;
import dev.falcon.mining.MiningEngine;
import dev.falcon.mining.PlanVerifier;
import dev.falcon.mining.RecordedPlan;
import dev.falcon.mining.Repetition;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.spark.internal.Storage;
import dev.falcon.spark.internal.Storage.FileState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("cluster")
class SparkMinerTest {
  private static final int ROWS = 903;

  private static JavaSparkContext spark;

  @TempDir private static Path graphs;
  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();

  @BeforeAll
  static void start() {
    spark = TestClusters.start("local[2]");
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  private static MiningOptions options(
      QuantilePolicy policy, int space, int epochs, Constraints constraints, int shards) {
    return new MiningOptions(
        Composition.of(policy), space, 7, 20, epochs, 9, true, constraints, shards);
  }

  private static MiningOptions named(String name, int space, int epochs) {
    NamedPolicy policy = Policies.parse(name);
    return options(policy.quantiles(), space, epochs, policy.constraints(Constraints.NONE), 0);
  }

  private MiningEngine.Request request(Path store, MiningOptions options, String out) {
    return new MiningEngine.Request(
        store.toString(),
        options,
        folder.resolve(out).toString(),
        TableFormat.PARQUET,
        "",
        false,
        false);
  }

  private void mine(MiningEngine.Request request) {
    new SparkMiner().mine(spark, request, notes::add);
  }

  private static Miner miner() {
    return new Miner(Sessions.onCpu(), Progress.NONE, note -> {});
  }

  private MiningRequest single(Path store, MiningOptions options, String out) {
    return new MiningRequest(
        EmbeddingStore.open(store),
        options,
        folder.resolve(out),
        TableFormat.PARQUET,
        new MiningRequest.Execution(2, 1L << 30),
        false);
  }

  /** The digests of a folder's files, by their names. */
  private Map<String, String> files(String out) throws IOException {
    return TestClusters.files(folder.resolve(out));
  }

  private void requireSamePlan(Path store, MiningOptions options) throws IOException {
    String name = Integer.toHexString(System.identityHashCode(options));
    miner().mineFolder(single(store, options, name + "-single"));
    mine(request(store, options, name + "-spark"));
    assertThat(files(name + "-spark")).as(options.toString()).isEqualTo(files(name + "-single"));
    assertThat(files(name + "-spark")).containsKey("plan.json");
  }

  private static Stream<NamedPolicy> policies() throws IOException {
    return TestPolicies.all(Files.createTempFile(graphs, "scheduler", ".onnx")).stream();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void everyPolicyGivesTheBytesOfASingleMachine(NamedPolicy policy) throws IOException {
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    MiningOptions options =
        options(policy.quantiles(), 64, 2, policy.constraints(Constraints.NONE), 0);
    if (policy.truth()) { // which captions are true is known of no store
      String refused = "it is not known which captions are true, as the oracle must";
      assertThatThrownBy(() -> miner().mineFolder(single(own, options, "single")))
          .hasMessageContaining(refused);
      assertThatThrownBy(() -> mine(request(own, options, "spark"))).hasMessageContaining(refused);
    } else {
      requireSamePlan(own, options);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 100, 903, 5664})
  void anyNumberOfPartsGivesTheBytesOfASingleMachine(int space) throws IOException {
    Path foreign = SparkStores.foreign(folder.resolve("foreign"), ROWS);
    requireSamePlan(foreign, named("falcon+", space, 1));
  }

  @Test
  void rejectedRowsAreThoseOfTheSingleMachine() throws IOException {
    Path foreign = SparkStores.foreign(folder.resolve("foreign"), ROWS);
    MiningOptions options = named("grit", 64, 1);
    requireSamePlan(foreign, options);
    String name = Integer.toHexString(System.identityHashCode(options));
    assertThat(files(name + "-spark")).containsKey("rejects.parquet");
    assertThat(notes)
        .containsExactly("vectors that were not of unit length are normalised; rows=1");
  }

  @Test
  void exclusionsWindowsAndVetoesHoldToo() throws IOException {
    StringBuilder pairs = new StringBuilder("key_a,key_b\n");
    for (int row = 0; row < 600; row++) {
      pairs.append("key-").append(row).append(",key-").append(row + 8).append('\n');
    }
    pairs.append("key-1,nobody\n");
    Path veto = Files.writeString(folder.resolve("veto.csv"), pairs);
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    Constraints constraints =
        new Constraints(
            Set.of(Exclusion.SAME_IMAGE, Exclusion.SAME_CAPTION),
            Optional.of(veto),
            Optional.empty(),
            false,
            new RankWindow(1, 50, 1.5f));
    requireSamePlan(own, options(new QuantilePolicy.Fixed(1), 90, 1, constraints, 0));
  }

  @Test
  void shuffledShardsAreMinedToo() throws IOException {
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    requireSamePlan(own, options(new QuantilePolicy.Fixed(0.9), 50, 2, Constraints.NONE, 2));
  }

  @Test
  void aPlanOfAClusterIsMadeAgainToTheByteOnOneMachine() throws IOException {
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    MiningOptions options = named("falcon+", 64, 2);
    mine(request(own, options, "plan"));
    Path plan = folder.resolve("plan");
    RecordedOutput recorded = RecordedOutput.open(plan);
    InputSearch search = new InputSearch(List.of(folder), List.of(), List.of());
    Verification found = Verification.of(recorded, search);
    assertThat(found.differs()).isFalse();
    assertThat(found.isRepeatable()).isTrue();
    PlanVerifier verifier = new PlanVerifier(Sessions.onCpu(), Progress.NONE, note -> {});
    RecordedPlan request = new RecordedPlan(recorded.provenance());
    assertThat(request.isOfSearchSpaces()).isTrue();
    MiningRequest whole = again(request, own, "again");
    Repetition bytes = verifier.again(plan, recorded.provenance(), whole);
    assertThat(bytes.difference()).isEmpty();
    assertThat(bytes.bytesCompared()).isTrue();
    Repetition some =
        verifier.sample(plan, recorded.provenance(), again(request, own, "sample"), Map.of(), 3, 1);
    assertThat(some.difference()).isEmpty();
    assertThat(some.spaces()).isEqualTo(3);

    Path part = plan.resolve("part-00000.parquet");
    byte[] changed = Files.readAllBytes(part);
    changed[changed.length / 2] ^= 1;
    Files.write(part, changed);
    assertThat(
            Verification.of(recorded, new InputSearch(List.of(folder), List.of(), List.of()))
                .differs())
        .isTrue();
  }

  private MiningRequest again(RecordedPlan plan, Path store, String out) {
    return plan.request(
        EmbeddingStore.open(store),
        Optional.empty(),
        Optional.empty(),
        folder.resolve(out),
        new MiningRequest.Execution(2, 1L << 30));
  }

  @Test
  void partsThatAreDoneStayDone() throws IOException {
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    MiningOptions options = named("grit", 20, 2);
    miner().mineFolder(single(own, options, "single"));
    miner().mineShard(single(own, options, "plan"), new Shard(1, 3));
    Path done = folder.resolve("plan/part-00001.parquet");
    Object made = Files.getLastModifiedTime(done);
    mine(request(own, options, "plan"));
    assertThat(Files.getLastModifiedTime(done)).isEqualTo(made);
    assertThat(files("plan")).isEqualTo(files("single"));
  }

  @Test
  void refusesImpossibleRequestsInOneLine() throws IOException {
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    miner().mineShard(single(own, named("grit", 20, 1), "plan"), new Shard(1, 3));
    assertThatThrownBy(() -> mine(request(own, named("0.5", 20, 1), "plan")))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("holds parts of another request: there {quantiles=1.0}");
    mine(request(own, named("grit", 20, 1), "plan"));
    assertThatThrownBy(() -> mine(request(own, named("grit", 20, 1), "plan")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("already exists");
    assertThatThrownBy(() -> mine(request(folder, named("grit", 20, 1), "none")))
        .hasMessageContaining("not an embedding store");
    Path shard = own.resolve("part-00002.arrow");
    Files.write(shard, new byte[9]);
    assertThatThrownBy(
            () ->
                new SparkMiner().mine(spark, request(own, named("grit", 20, 1), "cut"), notes::add))
        .hasStackTraceContaining(shard + ": has changed since the store was listed");
    assertThat(folder.resolve("cut")).doesNotExist();
    assertThatThrownBy(
            () ->
                new SparkMiner()
                    .mine(request(own, named("grit", 20, 1), "out"), Progress.NONE, n -> {}))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no Spark master is named");
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void aBitOfTheStoreThatIsNotAsItsManifestSaysIsSeen() throws IOException {
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    Path shard = own.resolve("part-00003.arrow");
    flip(shard, (int) Files.size(shard) / 2);
    assertThatThrownBy(() -> mine(request(own, named("grit", 20, 1), "plan")))
        .hasStackTraceContaining(
            shard + ": is not as store.json says; restore the file, or embed again");
    assertThat(folder.resolve("plan")).doesNotExist();
  }

  @Test
  void aBitOfAPartThatWasDoneBeforeIsSeen() throws IOException {
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    MiningOptions options = named("grit", 20, 1);
    miner().mineShard(single(own, options, "plan"), new Shard(1, 3));
    Path part = folder.resolve("plan/part-00001.parquet");
    flip(part, (int) Files.size(part) / 2);
    assertThatThrownBy(() -> mine(request(own, options, "plan")))
        .isInstanceOf(FalconException.class)
        .hasMessage(part + ": is not as it was written; remove it, and mine part 1 again");
    Files.delete(part);
    mine(request(own, options, "plan"));
    miner().mineFolder(single(own, options, "single"));
    assertThat(files("plan")).isEqualTo(files("single"));
  }

  @Test
  void relativePathsAreThoseOfTheProcessThatSubmits() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    Path foreign = SparkStores.foreign(folder.resolve("foreign"), ROWS);
    MiningOptions options = named("grit", 64, 1);
    String out = here.relativize(folder.resolve("plan")).toString();
    MiningEngine.Planned plan =
        new SparkMiner()
            .mine(
                spark,
                new MiningEngine.Request(
                    here.relativize(foreign).toString(),
                    options,
                    out,
                    TableFormat.PARQUET,
                    "",
                    false,
                    false),
                notes::add);
    assertThat(plan.output()).isEqualTo(out);
    miner().mineFolder(single(here.relativize(foreign), options, "single"));
    assertThat(files("plan")).isEqualTo(files("single"));
  }

  /** A storage whose store is written anew, to the same length, once it has been checked. */
  private static final class RewrittenStorage extends Storage {
    private static final long serialVersionUID = 1;
    private final String plan;

    RewrittenStorage(Configuration configuration, Path plan) {
      super(configuration);
      this.plan = plan.toString();
    }

    @Override
    public FileState state(String file) {
      FileState state = super.state(file);
      return file.endsWith("part-00002.arrow") && exists(plan + "/request.json")
          ? new FileState(state.bytes(), state.modified() + 1000)
          : state;
    }
  }

  @Test
  void aStoreThatIsRewrittenAfterItsCheckIsRefused() throws IOException {
    Path own = SparkStores.own(folder.resolve("own"), ROWS);
    Path plan = folder.resolve("plan");
    Storage storage = new RewrittenStorage(spark.hadoopConfiguration(), plan);
    MiningEngine.Request request = request(own, named("grit", 20, 1), "plan");
    assertThatThrownBy(() -> new SparkMiner().mine(spark, storage, request, notes::add))
        .hasStackTraceContaining(
            own.resolve("part-00002.arrow") + ": has changed since the store was checked: at ");
    assertThat(plan.resolve("plan.json")).doesNotExist();
  }
}
