// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.training.config.DataConfig;
import dev.falcon.training.config.DatasetConfig;
import dev.falcon.training.config.TextConfig;
import dev.falcon.training.config.TrainConfig;

/** The training pairs of a task: the checkpoint's own, or others that are read in the same way. */
public final class OriginPairs {
  private OriginPairs() {}

  /** Returns whether the pairs are the checkpoint's own. */
  public static boolean areTheOrigins(FinetuneConfig config, TrainConfig origin) {
    String named = config.data().pairs();
    return named.isEmpty() || named.equals(origin.data().train().dataset());
  }

  /**
   * Returns the checkpoint's configuration with the task's pairs and this run's augmentation.
   *
   * @param measured whether the checkpoint's held-out pairs are also needed
   */
  public static TrainConfig of(FinetuneConfig config, TrainConfig origin, boolean measured) {
    DataConfig there = origin.data();
    DatasetConfig train =
        areTheOrigins(config, origin) ? there.train() : DatasetConfig.of(config.data().pairs());
    int most = Math.min(config.data().text().maxTokens(), origin.model().maxTokens());
    TextConfig text =
        new TextConfig(
            there.text().tokenizer(), there.text().cleaning(), most, there.text().heldTokens());
    DataConfig data =
        new DataConfig(
            train,
            train.generated() || measured ? there.held() : train,
            there.scenes(),
            text,
            config.data().augment(),
            there.resample(),
            there.mean(),
            there.deviation(),
            config.data().workers(),
            config.data().ahead());
    return origin.withDataAlone(data);
  }
}
