// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ConfigReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class PictureFeedTest {
  private static final int ROWS = 24;
  private static final int SIZE = 4;
  private static final int BYTES = 3 * SIZE * SIZE;

  /** Pictures of noise that hangs on the row and on the stream. */
  private static final class Noise implements PairData {
    private final AtomicInteger made = new AtomicInteger();
    private final Map<Integer, Throwable> broken;

    Noise(Map<Integer, Throwable> broken) {
      this.broken = broken;
    }

    @Override
    public int rows() {
      return ROWS;
    }

    @Override
    public String key(int row) {
      return "row " + row;
    }

    @Override
    public int image(int row) {
      return row;
    }

    @Override
    public int images() {
      return ROWS;
    }

    @Override
    public String caption(int row) {
      return "noise";
    }

    @Override
    public PixelFormat format() {
      return PixelFormat.of(SIZE, ConfigReader.read("scenes-tiny", null, List.of()).data());
    }

    @Override
    public byte[] picture(int row, RandomStream augment) {
      made.incrementAndGet();
      if (broken.get(row) instanceof Error error) {
        throw error;
      }
      if (broken.get(row) instanceof FalconException failure) {
        throw failure;
      }
      byte[] picture = new byte[BYTES];
      for (int i = 0; i < BYTES; i++) {
        picture[i] = (byte) (augment.nextInt(200) + row);
      }
      return picture;
    }

    @Override
    public int[] tokens(int row) {
      return new int[] {2, 3};
    }
  }

  private static int[] order() {
    int[] order = new int[ROWS];
    Arrays.setAll(order, i -> i * 7 % ROWS);
    return order;
  }

  /** Two epochs in groups of 12, of which batches of 5 take each but two, in another order. */
  private static List<float[]> run(int workers, long bytes) {
    List<float[]> batches = new ArrayList<>();
    try (PictureFeed feed = new PictureFeed(new Noise(Map.of()), 9, workers, bytes)) {
      for (int epoch = 0; epoch < 2; epoch++) {
        int[] order = order();
        feed.begin(epoch, order, 12);
        for (int group = 0; group < ROWS; group += 12) {
          batches.add(feed.take(rows(order, group, 11, 3, 0, 7, 5)));
          batches.add(feed.take(rows(order, group, 1, 10, 8, 2, 4)));
        }
      }
    }
    return batches;
  }

  private static int[] rows(int[] order, int group, int... places) {
    return Arrays.stream(places).map(place -> order[group + place]).toArray();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 100000", "3, 500", "4, 100000"})
  void whoMakesPicturesAndHowEarlyChangesNothing(int workers, long bytes) {
    List<float[]> alone = run(0, 1);
    List<float[]> together = run(workers, bytes);
    assertThat(together).hasSameSizeAs(alone);
    for (int i = 0; i < alone.size(); i++) {
      assertThat(together.get(i)).as("batch " + i).isEqualTo(alone.get(i));
    }
    assertThat(alone.get(0)).as("another epoch").isNotEqualTo(alone.get(4));
  }

  @Test
  void noMoreIsMadeEarlyThanMayWait() throws InterruptedException {
    Noise noise = new Noise(Map.of());
    try (PictureFeed feed = new PictureFeed(noise, 9, 2, 6 * BYTES)) {
      feed.begin(0, order(), 12);
      for (int i = 0; i < 200 && noise.made.get() < 6; i++) {
        Thread.sleep(10);
      }
      Thread.sleep(50); // for a seventh to be seen, were there one
      assertThat(noise.made).hasValue(6);
      feed.take(Arrays.copyOf(order(), 4));
    }
  }

  @Test
  void aPictureThatCannotBeMadeFailsWhereItIsTaken() {
    for (int workers : new int[] {0, 2}) {
      Noise noise =
          new Noise(
              Map.of(
                  7, new FalconException("row 7 cannot be made"),
                  9, new OutOfMemoryError("row 9")));
      try (PictureFeed feed = new PictureFeed(noise, 9, workers, 6 * BYTES)) {
        feed.begin(0, order(), 12);
        assertThat(feed.take(new int[] {0, 14})).hasSize(2 * BYTES);
        assertThatThrownBy(() -> feed.take(new int[] {21, 7}))
            .isInstanceOf(FalconException.class)
            .hasMessage("row 7 cannot be made");
        assertThatThrownBy(() -> feed.take(new int[] {9}))
            .isInstanceOf(OutOfMemoryError.class)
            .hasMessage("row 9");
      }
    }
  }
}
