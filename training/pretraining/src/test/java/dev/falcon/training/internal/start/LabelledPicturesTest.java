// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import org.junit.jupiter.api.Test;

class LabelledPicturesTest {
  @Test
  void readingThatIsStoppedSaysSo() {
    SampleSource source = SampleSources.open("scenes:test,count=3");
    assertThatThrownBy(
            () -> LabelledPictures.read(source, 3, RandomStream.of(1, "pictures"), () -> true))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            source.name() + ": interrupted while it was read; the same command begins again");
  }
}
