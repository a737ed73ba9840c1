// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.Framework.VectorShape;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.loop.batch.EpochLayout;
import dev.falcon.training.internal.loop.batch.VectorCache;
import dev.falcon.training.internal.report.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Against S and its quantiles in plain Java. */
class EpochObserverTest {
  private static final int ROWS = 40;
  private static final int WIDTH = 3;

  /** Captions of one to forty tokens, in no order. */
  private record Pairs() implements PairData {
    @Override
    public int rows() {
      return ROWS;
    }

    @Override
    public String key(int row) {
      return "key-" + row;
    }

    @Override
    public int image(int row) {
      return row;
    }

    @Override
    public String caption(int row) {
      return "caption " + row;
    }

    @Override
    public int images() {
      return ROWS;
    }

    @Override
    public PixelFormat format() {
      throw new UnsupportedOperationException("nobody looks");
    }

    @Override
    public byte[] picture(int row, RandomStream augment) {
      throw new UnsupportedOperationException("nobody looks");
    }

    @Override
    public int[] tokens(int row) {
      return new int[1 + row * 7 % ROWS];
    }
  }

  private static float[] vectors(String name) {
    RandomStream random = RandomStream.of(1, name);
    float[] values = new float[ROWS * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static double dot(float[] a, int i, float[] b, int j) {
    double sum = 0;
    for (int k = 0; k < WIDTH; k++) {
      sum += (double) a[i * WIDTH + k] * b[j * WIDTH + k];
    }
    return sum;
  }

  @Test
  void readsTheRowsOfTheSamePairsAtTheLevels() {
    TrainConfig config =
        ConfigReader.read(
            "scenes-tiny",
            null,
            List.of("method={name: grit, search_space: 25}", "train.batch_size=8"));
    float[] images = vectors("images");
    float[] texts = vectors("texts");
    VectorCache cache = new VectorCache(ROWS, new VectorShape(1, WIDTH));
    int[] all = new int[ROWS];
    Arrays.setAll(all, i -> i);
    cache.write(all, images, texts);
    cache.turn();
    EpochObserver observer =
        new EpochObserver(config, new Pairs(), Optional.of((caption, image) -> image > caption));
    Snapshot snapshot = observer.observe(3, 99, cache, Optional.empty());
    assertThat(snapshot.epoch()).isEqualTo(3);
    assertThat(snapshot.step()).isEqualTo(99);
    assertThat(observer.observe(4, 120, cache, Optional.empty()).anchors())
        .extracting(Snapshot.Anchor::row)
        .containsExactlyElementsOf(snapshot.anchors().stream().map(Snapshot.Anchor::row).toList());

    int[] rows = Arrays.copyOf(new EpochLayout(ROWS, ROWS, 8, config.seed(), 0).rows(0), 25);
    List<Integer> lengths = new ArrayList<>();
    for (int row : rows) {
      lengths.add(1 + row * 7 % ROWS);
    }
    Collections.sort(lengths);
    for (int i = 0; i < 6; i++) {
      Snapshot.Anchor anchor = snapshot.anchors().get(i);
      assertThat(1 + anchor.row() * 7 % ROWS).isEqualTo(lengths.get(i * 24 / 5));
      assertThat(anchor.caption()).isEqualTo("caption " + anchor.row());
      assertThat(anchor.matches()).isEqualTo(ROWS - 1 - anchor.row());
      assertThat(anchor.alpha()).isNull();
      compare(anchor.similarity(), naive(anchor.row(), rows, images, texts));
    }
    double[] mean = new double[8];
    double[] squares = new double[8];
    for (int row : rows) {
      double[] values = naive(row, rows, images, texts);
      for (int level = 0; level < 8; level++) {
        mean[level] += values[level] / 25;
        squares[level] += values[level] * values[level] / 25;
      }
    }
    compare(snapshot.similarity(), mean);
    for (int level = 0; level < 8; level++) {
      squares[level] = Math.sqrt(squares[level] - mean[level] * mean[level]);
    }
    compare(snapshot.deviation(), squares);
  }

  private static double[] naive(int row, int[] rows, float[] images, float[] texts) {
    List<Double> others = new ArrayList<>();
    for (int other : rows) {
      if (other != row) {
        others.add(dot(images, row, texts, other) + dot(texts, row, images, other));
      }
    }
    Collections.sort(others);
    double[] levels = {0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1};
    double[] values = new double[8];
    for (int i = 0; i < 8; i++) {
      double place = levels[i] * 23;
      double low = others.get((int) Math.floor(place));
      double high = others.get((int) Math.ceil(place));
      values[i] = low + (place - Math.floor(place)) * (high - low);
    }
    return values;
  }

  private static void compare(double[] actual, double[] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(1e-5));
    }
  }
}
