package dev.falcon.mining.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.certificate.ErringProduct.Direction;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Kernels;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.kernel.ScalarKernel;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.SpaceMiner;
import dev.falcon.mining.internal.space.SpaceMiner.SpaceOptions;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.similarity.SpaceVectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole search spaces of products that err, against the kernel's own. */
class CertificateTest {
  private static final MiningUnit UNIT = new MiningUnit(0, 3);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "0.0, 300, 0, 100",
    "0.5, 400, 200, 100",
    "0.9, 500, 60, 100",
    "0.9, 301, 0, 7",
    "1.0, 400, 250, 100",
    "1.0, 40, 0, 20",
    "-1, 400, 100, 100",
    "0.5, 97, 90, 2",
    "0.5, 2, 0, 2"
  })
  void errorsUpToTheBoundChangeNothing(double q, int rows, int duplicates, int levels) {
    SpaceVectors vectors = TestVectors.generate(rows, 24, duplicates, rows);
    SpaceOptions options = options(levels, RankWindow.ALL, Optional.empty());
    byte[] expected = mine(options, q, vectors, Optional.empty(), Kernels.best(), 1);
    for (Arithmetic arithmetic : Arithmetic.values()) {
      for (Direction direction : Direction.values()) {
        OtherProduct product = ErringProduct.byTheBound(vectors, arithmetic, direction);
        assertThat(mine(options, q, vectors, Optional.of(product), Kernels.best(), 3))
            .as(arithmetic + " " + direction)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Arithmetic.class)
  void marginsAndScoresAreDecidedToo(Arithmetic arithmetic) {
    SpaceVectors vectors = TestVectors.generate(400, 24, 120, 5);
    float score = vectors.similarity(3, 77);
    for (Optional<PositiveMargin> margin :
        List.of(Optional.of(PositiveMargin.FALCON_PLUS), Optional.<PositiveMargin>empty())) {
      RankWindow window = margin.isPresent() ? RankWindow.ALL : new RankWindow(0, 300, score);
      SpaceOptions options = options(50, window, margin);
      byte[] expected = mine(options, 1, vectors, Optional.empty(), Kernels.best(), 1);
      for (Direction direction : Direction.values()) {
        OtherProduct product = ErringProduct.byTheBound(vectors, arithmetic, direction);
        assertThat(mine(options, 1, vectors, Optional.of(product), new ScalarKernel(), 2))
            .as(margin + " " + direction)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Arithmetic.class)
  void aDevicesRoundingStaysWithinItsBound(Arithmetic arithmetic) {
    SpaceVectors vectors = TestVectors.generate(150, 96, 0, 8);
    ErrorBound bound = ErrorBound.of(vectors, arithmetic);
    FloatBuffer product = FloatBuffer.allocate(150 * 150);
    new RoundingProduct(arithmetic)
        .multiply(
            FloatBuffer.wrap(vectors.image()),
            FloatBuffer.wrap(vectors.text()),
            product,
            150,
            150,
            96);
    double greatest = 0;
    for (int i = 0; i < 150; i++) {
      for (int j = 0; j < 150; j++) {
        double error = Math.abs((double) product.get(i * 150 + j) - vectors.cosine(i, j));
        greatest = Math.max(greatest, error);
      }
    }
    assertThat(greatest).isPositive().isLessThan(bound.product());
    OtherProduct device = new RoundingProduct(arithmetic);
    SpaceOptions options = options(100, RankWindow.ALL, Optional.empty());
    assertThat(mine(options, 0.9, vectors, Optional.of(device), Kernels.best(), 1))
        .isEqualTo(mine(options, 0.9, vectors, Optional.empty(), Kernels.best(), 1));
  }

  /** A product that is further away than is assumed of it shows at the first entry looked at. */
  @ParameterizedTest
  @EnumSource(Arithmetic.class)
  void moreThanTheBoundIsNoticed(Arithmetic arithmetic) {
    SpaceVectors vectors = TestVectors.generate(300, 24, 0, 1);
    double most = 1.01 * ErrorBound.of(vectors, arithmetic).product();
    OtherProduct product = new ErringProduct(arithmetic, most, Direction.BY_TURNS);
    assertRefused(vectors, product, "a product that errs does not multiply as exactly");
  }

  @ParameterizedTest
  @CsvSource({"NaN", "Infinity", "-Infinity", "-2.5", "2.5"})
  void theImpossibleIsNoticedWhereverItStands(float value) {
    SpaceVectors vectors = TestVectors.generate(300, 24, 0, 1);
    ErringProduct right = new ErringProduct(Arithmetic.FLOAT32, 1e-9, Direction.BY_TURNS);
    assertRefused(vectors, new OneWrong(right, value), "similarities above 2 in magnitude");
  }

  @Test
  void whatIsInDoubtIsFew() {
    SpaceVectors vectors = TestVectors.generate(900, 64, 0, 2);
    CertifiedProducts products =
        new CertifiedProducts(new RoundingProduct(Arithmetic.FLOAT32), Kernels.best());
    try (Parallel parallel = new Parallel(1)) {
      new SpaceMiner(
              Kernels.best(),
              options(100, RankWindow.ALL, Optional.empty()),
              new Given(row -> 0.9),
              parallel,
              false,
              Optional.of(products))
          .batches(UNIT, vectors, List.of());
    }
    assertThat(products.decided()).isBetween(900L, 900L * 900 / 20);
  }

  private void assertRefused(SpaceVectors vectors, OtherProduct product, String why) {
    SpaceOptions options = options(20, RankWindow.ALL, Optional.empty());
    for (Kernel kernel : List.of(new ScalarKernel(), Kernels.best())) {
      assertThatThrownBy(() -> mine(options, 0.9, vectors, Optional.of(product), kernel, 2))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining(why)
          .hasMessageNotContaining("\n");
    }
  }

  /** Multiplies as another does, but for one entry. */
  private record OneWrong(OtherProduct product, float value) implements OtherProduct {
    @Override
    public String describe() {
      return product.describe();
    }

    @Override
    public Arithmetic arithmetic() {
      return product.arithmetic();
    }

    @Override
    public void multiply(
        FloatBuffer left,
        FloatBuffer right,
        FloatBuffer into,
        int rows,
        int columns,
        int dimension) {
      product.multiply(left, right, into, rows, columns, dimension);
      into.put(rows * columns - 3, value);
    }
  }

  private static SpaceOptions options(
      int levels, RankWindow window, Optional<PositiveMargin> margin) {
    return new SpaceOptions(
        4, 32, levels, new QuantilePolicy.Fixed(1), true, window, margin, Composition.WHOLE_BATCH);
  }

  /** The space's file. */
  private byte[] mine(
      SpaceOptions options,
      double q,
      SpaceVectors vectors,
      Optional<OtherProduct> product,
      Kernel kernel,
      int threads) {
    RowQuantile quantile = row -> q >= 0 ? q : RandomStream.of(9, "q", row).nextDouble();
    Path file = folder.resolve("space");
    try (Parallel parallel = new Parallel(threads)) {
      new SpaceMiner(
              kernel,
              options,
              new Given(quantile),
              parallel,
              false,
              product.map(other -> new CertifiedProducts(other, kernel)))
          .mine(UNIT, LongStream.range(0, vectors.rows()).toArray(), vectors, List.of())
          .write(file);
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Given(RowQuantile quantile) implements QuantileSource {
    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      for (int row = firstRow; row < firstRow + rows; row++) {
        out[row] = quantile.of(row);
      }
    }
  }
}
