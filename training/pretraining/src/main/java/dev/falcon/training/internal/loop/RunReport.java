// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import dev.falcon.data.image.Png;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.report.SnapshotFile;
import dev.falcon.training.internal.report.TrainingPage;
import dev.falcon.training.run.RunFolder;

/** Writes snapshots.jsonl, and report.html, which is made from the snapshots and the metrics. */
final class RunReport {
  private final TrainConfig config;
  private final RunFolder folder;
  private final PairData pairs;
  private final EpochObserver observer;
  private final SnapshotFile snapshots;

  /**
   * @param step the step at which the run starts or resumes
   */
  RunReport(TrainConfig config, RunFolder folder, TrainingData data, long step) {
    this.config = config;
    this.folder = folder;
    this.pairs = data.train();
    this.observer = new EpochObserver(config, pairs, data.trainTruth());
    this.snapshots = SnapshotFile.open(folder.snapshots(), step);
  }

  /** Takes the snapshot of a finished epoch, whose vectors must be readable. */
  void epochEnded(int epoch, long step, Learner learner) {
    snapshots.add(observer.observe(epoch, step, learner.cache(), learner.scheduler()));
  }

  /** Writes the page from the files on disk. */
  void write() {
    TrainingPage.write(folder, config, snapshots.all(), this::picture);
  }

  private byte[] picture(int row) {
    int size = config.model().imageSize();
    return Png.encode(pairs.picture(row, null), size, size);
  }
}
