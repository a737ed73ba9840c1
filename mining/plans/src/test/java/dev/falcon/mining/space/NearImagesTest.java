// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.kernels.Kernels;
import dev.falcon.mining.Miner;
import dev.falcon.mining.PlanRows;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearImagesTest {
  private static final double NEAR = 0.9;

  @TempDir private Path folder;

  /** By the definition of a product: fused multiply-adds over the components, in order. */
  private static boolean near(SpaceVectors vectors, int a, int b, double cosine) {
    int several = vectors.perImage();
    int dimension = vectors.dimension();
    for (int x = a * several; x < (a + 1) * several; x++) {
      for (int y = b * several; y < (b + 1) * several; y++) {
        float dot = 0;
        for (int k = 0; k < dimension; k++) {
          dot =
              Math.fma(vectors.image()[x * dimension + k], vectors.image()[y * dimension + k], dot);
        }
        if (dot >= cosine) {
          return true;
        }
      }
    }
    return false;
  }

  @ParameterizedTest
  @CsvSource({"150, 1, 0.9", "70, 2, 0.8", "65, 1, 0.2", "3, 1, 1"})
  void findsThePairsThatANaiveLoopFinds(int rows, int several, double cosine) {
    SpaceVectors generated = TestVectors.generate(rows * several, 16, rows / 10, 3);
    SpaceVectors vectors = new SpaceVectors(generated.image(), generated.text(), rows, 16, several);
    NearImages near = NearImages.of(vectors, cosine, Kernels.cross());
    for (int i = 0; i < rows; i++) {
      int sample = i;
      assertThat(near.with(i))
          .containsExactly(
              IntStream.range(0, rows)
                  .filter(other -> other != sample && near(vectors, sample, other, cosine))
                  .toArray());
    }
  }

  private MiningResult mine(SpaceVectors vectors, Constraints constraints, String file) {
    return new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mine(
            new MiningRequest(
                TestStores.write(folder.resolve(file + "-store"), vectors),
                MiningOptions.of(Policies.parse("1").quantiles())
                    .withSizes(100, 10)
                    .withConstraints(constraints),
                folder.resolve(file),
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, 1L << 30),
                false));
  }

  private static long nearPairs(SpaceVectors vectors, Path plan) {
    Map<List<Integer>, List<Integer>> batches =
        new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (PlanRows row : PlanRows.read(plan)) {
      batches
          .computeIfAbsent(List.of(row.space(), row.batch()), none -> new ArrayList<>())
          .add((int) row.index());
    }
    return batches.values().stream()
        .mapToLong(
            batch ->
                batch.stream()
                    .flatMap(a -> batch.stream().filter(b -> a < b && near(vectors, a, b, NEAR)))
                    .count())
        .sum();
  }

  @Test
  void noBatchHoldsTwoNearImages() {
    SpaceVectors vectors = TestVectors.generate(200, 16, 20, 5);
    MiningResult free = mine(vectors, Constraints.NONE, "free.parquet");
    MiningResult apart = mine(vectors, Constraints.NONE.withNearImages(NEAR), "apart.parquet");

    assertThat(nearPairs(vectors, free.output())).isPositive();
    assertThat(nearPairs(vectors, apart.output())).isZero();
    assertThat(PlanRows.read(apart.output())).isNotEmpty();
    assertThat(apart.summary().withheld().get("near-image")).isPositive();
    assertThat(RecordedOutput.open(apart.output()).provenance().options().get("exclude"))
        .isEqualTo(List.of("near-image:0.9"));
  }

  @Test
  void aCosineBeyondItsRangeIsRefused() {
    assertThatThrownBy(() -> Constraints.NONE.withNearImages(1.5))
        .isInstanceOf(RequestException.class)
        .hasMessage("the cosine of near duplicates must lie in (0, 1]; near-image=1.5");
  }
}
