// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PurposeTest {
  @Test
  void noTwoPurposesShareAStream() {
    Set<Long> firsts = new HashSet<>();
    for (Purpose purpose : Purpose.values()) {
      assertThat(firsts.add(purpose.at(7).nextLong())).as("%s", purpose).isTrue();
      for (long place = 0; place < 50; place++) {
        assertThat(firsts.add(purpose.at(7, place).nextLong())).as("%s", purpose).isTrue();
        assertThat(firsts.add(purpose.at(7, 1, place).nextLong())).as("%s", purpose).isTrue();
      }
    }
  }

  /** First values of weights have streams that are named after the weights. */
  @Test
  void noWeightIsCalledAsAPurposeIs() {
    List<String> labels = Arrays.stream(Purpose.values()).map(Purpose::label).toList();
    assertThat(labels).doesNotHaveDuplicates();
    for (String preset : ConfigReader.PRESETS) {
      TrainConfig config = ConfigReader.read(preset, null, List.of());
      Vocabulary vocabulary = new Vocabulary(11, 0, 1, 2);
      for (ParameterLayout layout :
          List.of(
              Frameworks.of(config, vocabulary).layout(), Scheduler.layout(config.scheduler()))) {
        assertThat(layout.entries().stream().map(ParameterLayout.Entry::name))
            .doesNotContainAnyElementsOf(labels);
      }
    }
  }

  /** Plans, runs and golden numbers hang on it. */
  @Test
  void aPurposesStreamIsThatOfItsLabel() {
    assertThat(Purpose.QUANTILE.at(3, 5, 8).nextLong())
        .isEqualTo(RandomStream.of(3, "quantile", 5, 8).nextLong());
    assertThat(Purpose.WARM_START.at(3).nextLong())
        .isEqualTo(RandomStream.of(3, "warm start").nextLong());
  }
}
