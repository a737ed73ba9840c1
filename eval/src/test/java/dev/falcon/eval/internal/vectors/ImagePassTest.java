// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.EmbeddingModel;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ImagePassTest {
  /** A model that takes images without asking whether there are any. */
  private static final class Greedy implements EmbeddingModel {
    private int taken;

    @Override
    public String fingerprint() {
      return "greedy";
    }

    @Override
    public void embedImages(Iterator<byte[]> images, ConvertOrder order, ImageSink sink) {
      while (images.next().length > 0) {
        taken++;
      }
    }

    @Override
    public float[][] embedTexts(List<String> texts) {
      return new float[texts.size()][1];
    }
  }

  @Test
  void thereAreNoMoreImagesThanSamples() {
    SampleSource source = SampleSources.open("scenes:test,count=3");
    Greedy model = new Greedy();
    try (Progress.Task task = Progress.NONE.begin("embedding", 3, "images")) {
      assertThatThrownBy(
              () ->
                  new ImagePass(model, Optional.empty())
                      .rows(source, 0, "hash", ConvertOrder.RGB_THEN_RESIZE, Map.of(), task))
          .isInstanceOf(NoSuchElementException.class);
    }
    assertThat(model.taken).isEqualTo(3);
  }
}
