// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.shuffle.Shuffle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** What a driver holds of a store must not grow with its rows: it has 256 MB here for 10^10. */
class TenBillionRowsTest {
  private static final int SHARDS = 2_500;
  private static final int SHARD_ROWS = 4_000_000;
  private static final long ROWS = (long) SHARDS * SHARD_ROWS;
  private static final int DIMENSION = 256;

  /** A store of headers alone. */
  private static final class Headers extends Storage {
    private static final long serialVersionUID = 1;

    Headers() {
      super(new Configuration(false));
    }

    @Override
    public boolean exists(String file) {
      return !file.endsWith(".json");
    }

    @Override
    boolean isFile(String file) {
      return false;
    }

    @Override
    public List<String> list(String folder) {
      String kind = folder.substring(folder.lastIndexOf('/') + 1);
      String end = kind.equals("metadata") ? ".parquet" : ".npy";
      return IntStream.range(0, SHARDS).mapToObj(n -> kind + "_" + n + end).toList();
    }

    @Override
    public long size(String file) {
      return head(file, 0).length + (long) SHARD_ROWS * DIMENSION * 2;
    }

    @Override
    public byte[] head(String file, int most) {
      String dictionary =
          String.format(
              Locale.ROOT,
              "{'descr': '<f2', 'fortran_order': False, 'shape': (%d, %d), }",
              SHARD_ROWS,
              DIMENSION);
      String padded = "%-117s\n".formatted(dictionary);
      return ("\u0093NUMPY\u0001\u0000v\u0000" + padded).getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  /** Lists the store and plans its mining; says how many parts there are. */
  static final class Driver {
    private Driver() {}

    public static void main(String[] arguments) {
      StoreListing store = StoreListing.of("s3a://bucket/store", new Headers());
      MiningPlan plan =
          MiningPlan.of(
              MiningOptions.of(new QuantilePolicy.Fixed(0.9)),
              new StoreReport(store.rows(), 0, List.of(), List.of()),
              store.shardStarts());
      Shuffle shuffle = plan.shuffle(0);
      long last = store.rows() - 1;
      System.out.printf(
          "%d rows, %d parts, the last row's place is in part %d, and leads back: %b%n",
          store.rows(),
          plan.parts(),
          plan.partOf(0, shuffle.positionOf(last)),
          shuffle.at(shuffle.positionOf(last)) == last);
    }
  }

  @Test
  void aStoreOfTenBillionRowsIsPlannedInASmallHeap() throws Exception {
    Process driver =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Driver.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(driver.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(driver.waitFor()).as(said).isZero();
    assertThat(said)
        .endsWith(
            ROWS
                + " rows, 9544 parts, the last row's place is in part 1429, and leads back: true\n");
  }
}
