// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.config.StartConfig;
import dev.falcon.training.config.TrainConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Warns of encoders that start from random weights although published runs do not. */
public final class RandomStart {
  private RandomStart() {}

  /**
   * Returns the warning to show before such a run.
   *
   * @return the warning; empty if weights are given, and for Scenes, whose networks are small
   *     enough to train from scratch
   * @throws RequestException if an encoder's key is empty: it names neither weights nor {@code
   *     random}
   */
  public static Optional<String> warning(TrainConfig config) {
    StartConfig start = config.start();
    if (!start.checkpoint().isEmpty()) {
      return Optional.empty();
    }
    FrameworkKind kind = FrameworkKind.named(config.model().framework());
    boolean frozen = kind.traits().contains(FrameworkTrait.FROZEN_IMAGES);
    requireNamed("start.image_encoder", start.imageEncoder(), frozen, kind);
    requireNamed("start.text_encoder", start.textEncoder(), false, kind);
    boolean image = start.imageEncoder().equals(StartConfig.RANDOM);
    boolean text = start.textEncoder().equals(StartConfig.RANDOM);
    boolean noticed = (frozen && image) || (!config.data().train().generated() && (image || text));
    if (!noticed || kind.publishedStart().isEmpty()) {
      return Optional.empty();
    }
    List<String> random = new ArrayList<>();
    if (image) {
      random.add(
          frozen
              ? "start.image_encoder, which is frozen and learns nothing"
              : "start.image_encoder");
    }
    if (text) {
      random.add("start.text_encoder");
    }
    return Optional.of(
        "warning: random weights are the start of "
            + String.join(frozen ? ", and of " : " and of ", random)
            + "; "
            + kind.publishedStart());
  }

  private static void requireNamed(String key, String start, boolean frozen, FrameworkKind kind) {
    if (start.isEmpty()) {
      throw new RequestException(
          key
              + " must name weights"
              + (frozen ? ", as the image encoder is frozen; " : "; ")
              + kind.publishedStart()
              + "; to start from random ones ask for "
              + key
              + "=random");
    }
  }
}
