// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.pytorch.jni.JniUtils;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineThreadsTest {
  private static int chosen(String preset, String... keys) {
    TrainConfig config = ConfigReader.read(preset, List.of(keys));
    return EngineThreads.of(
        config.threads(),
        config.model(),
        config.model().imageSize(),
        config.data().text().maxTokens(),
        config.train().batchSize() / config.train().microBatches());
  }

  @Test
  void smallNetworksHaveOneThreadAndLargeOnesAll() {
    for (String preset : List.of("scenes-tiny", "blip2-tiny", "siglip2-tiny")) {
      assertThat(chosen(preset)).as(preset).isEqualTo(1);
    }
    for (String preset : List.of("albef-base", "blip2-vitg", "siglip2-base")) {
      assertThat(chosen(preset)).as(preset).isEqualTo(0);
    }
    assertThat(chosen("scenes-tiny", "threads=3")).isEqualTo(3);
    assertThat(chosen("albef-base", "threads=3")).isEqualTo(3);
  }

  /** 17 tokens x width 64 x 256 of 120 pairs are 33.4 million; of 121, 33.7 million. */
  @Test
  void theLargestProductDecides() {
    assertThat(chosen("scenes-tiny", "train.batch_size=120")).isEqualTo(1);
    assertThat(chosen("scenes-tiny", "train.batch_size=121")).isEqualTo(0);
    assertThat(chosen("scenes-tiny", "train.batch_size=242", "train.micro_batches=3")).isEqualTo(1);
    assertThat(chosen("scenes-tiny", "model.text.feed_forward=1200")).isEqualTo(0);
  }

  @Test
  void theEngineHasTheChosenNumber() {
    int most = Runtime.getRuntime().availableProcessors();
    for (int threads : new int[] {1, 0, 3, 0}) {
      try (Torch torch = Torch.open("cpu", threads)) {
        assertThat(torch.onGpu()).isFalse();
        if (threads > 0) {
          assertThat(JniUtils.getNumThreads()).isEqualTo(threads);
        } else {
          assertThat(JniUtils.getNumThreads()).isBetween(1, most);
        }
      }
    }
    assertThat(EngineThreads.WORTH_SHARING).isEqualTo(33_554_432);
  }
}
