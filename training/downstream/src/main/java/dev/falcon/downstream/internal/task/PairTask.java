// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import dev.falcon.data.Reject;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.training.internal.input.Pictures;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.start.Origin;
import java.util.List;
import java.util.Optional;

/** The common part of tasks whose examples are pairs of an image and a caption. */
public abstract class PairTask implements FinetuningTask {
  protected final FinetuneConfig config;
  protected final Origin origin;
  protected final TrainingData data;

  /** Creates a task on the training pairs. */
  protected PairTask(FinetuneConfig config, Origin origin, TrainingData data) {
    this.config = config;
    this.origin = origin;
    this.data = data;
  }

  @Override
  public final int examples() {
    return data.train().rows();
  }

  @Override
  public final Pictures pictures() {
    return data.train();
  }

  @Override
  public final int imagesEach() {
    return 1;
  }

  @Override
  public final List<Reject> rejects() {
    return data.rejects();
  }

  @Override
  public final Optional<String> predictions(String set) {
    return Optional.empty();
  }

  @Override
  public final void close() {}
}
