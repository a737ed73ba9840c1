// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RequestException;
import dev.falcon.training.internal.tensor.LearningRate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FinetuneReaderTest {
  private static FinetuneConfig read(String task, String preset, String... overrides) {
    List<String> keys = new ArrayList<>(List.of("start.checkpoint=run"));
    keys.addAll(List.of(overrides));
    return FinetuneReader.read(task, preset, null, keys);
  }

  /** What GRIT-VLP and MAFA ran, on four cards, and ALBEF on eight. */
  @ParameterizedTest
  @CsvSource({
    "nlvr,nlvr2,64,10,0,384",
    "nlvr,nlvr2-albef,128,10,0.4,384",
    "vqa,vqa2,128,8,0,384",
    "vqa,vqa2-albef,256,8,0.4,384",
    "assignment,coco,256,1,0,0",
    "assignment,4m-albef,512,1,0,0"
  })
  void presetsAreTheProtocols(
      String task, String preset, int batch, int epochs, float distillation, int size) {
    FinetuneConfig config = read(task, preset);
    assertThat(config.train()).isEqualTo(new FinetuneConfig.LengthConfig(epochs, batch));
    assertThat(config.distillation().weight()).isEqualTo(distillation);
    assertThat(config.model().imageSize()).isEqualTo(size);
    assertThat(config.optimiser().weightDecay()).isEqualTo(0.02);
    assertThat(config.schedule().base()).isEqualTo(2e-5);
  }

  private static void check(String task, double[] stairs, double[] epochs) {
    LearningRate rate = LearningRate.of(read(task, null).schedule(), 100_000);
    for (int stair = 0; stair < stairs.length; stair++) {
      assertThat(rate.at(0, 100L * stair, 0)).isEqualTo(stairs[stair], within(1e-9));
    }
    for (int epoch = 1; epoch <= epochs.length; epoch++) {
      assertThat(rate.at(epoch, 0, 0)).isEqualTo(epochs[epoch - 1], within(1e-8));
    }
  }

  @Test
  void learningRatesAreThoseOfThePapersScripts() {
    check(
        "vqa",
        new double[] {1e-5, 1.25e-5, 1.5e-5, 1.75e-5, 2e-5, 2e-5},
        new double[] {1.928e-5, 1.722e-5, 1.414e-5, 1.050e-5, 6.865e-6, 3.782e-6, 1.723e-6});
    check(
        "nlvr",
        new double[] {1e-5, 2e-5, 2e-5},
        new double[] {
          1.954e-5, 1.819e-5, 1.608e-5, 1.344e-5, 1.050e-5, 7.564e-6, 4.916e-6, 2.814e-6, 1.465e-6
        });
    check("assignment", new double[] {1e-5, 2e-5, 2e-5}, new double[0]);
  }

  @ParameterizedTest
  @CsvSource({"nlvr,scenes-tiny", "vqa,scenes-tiny", "assignment,scenes-tiny", "vqa,vqa2"})
  void whatIsWrittenIsReadBack(String task, String preset) {
    FinetuneConfig config = read(task, preset);
    assertThat(FinetuneReader.readEffective(FinetuneReader.write(config))).isEqualTo(config);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThatThrownBy(() -> read("nlvr", "vqa2"))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "no preset of finetune nlvr is called 'vqa2'; one of [nlvr2, nlvr2-albef,"
                + " scenes-tiny]");
    assertThatThrownBy(() -> read("nlvr", null, "task.answers=x"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no key is called task.answers");
    assertThatThrownBy(() -> FinetuneReader.read("nlvr", null, null, List.of()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("start.checkpoint must name a checkpoint");
  }
}
