// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.FusedMultiplyAdd;
import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that must not use fused multiply-add, as on virtual machines of the type x86-64-v2. */
class NoFmaTest {
  @TempDir private Path folder;

  /** Mines a store with whatever arithmetic there is. */
  static final class Mining {
    private Mining() {}

    public static void main(String[] arguments) {
      mine(Path.of(arguments[0]), Path.of(arguments[1]), System.out::println);
      System.out.println("instruction: " + FusedMultiplyAdd.isFast() + ", " + Miner.kernel());
    }
  }

  private static void mine(Path store, Path plan, Consumer<String> notes) {
    new Miner(new Sessions(SessionSettings.CPU.withThreads(1), note -> {}), Progress.NONE, notes)
        .mine(
            new MiningRequest(
                EmbeddingStore.open(store),
                MiningOptions.of(Policies.parse("0.9").quantiles()).withSizes(200, 16),
                plan,
                TableFormat.PARQUET,
                new MiningRequest.Execution(1, 1L << 28),
                false));
  }

  @Test
  void plansHaveTheSameBytesAndTheReasonOfTheirSlownessIsPrinted() throws Exception {
    TestStores.write(folder.resolve("store"), TestVectors.generate(200, 24, 0, 12));
    mine(folder.resolve("store"), folder.resolve("here.parquet"), note -> {});
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-javaagent:"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-XX:-UseFMA",
            "--add-modules=jdk.incubator.vector",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            Mining.class.getName(),
            folder.resolve("store").toString(),
            folder.resolve("there.parquet").toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("this processor has no fused multiply-add")
        .contains("instruction: false, plain Java");
    assertThat(folder.resolve("there.parquet"))
        .hasSameBinaryContentAs(folder.resolve("here.parquet"));
  }
}
