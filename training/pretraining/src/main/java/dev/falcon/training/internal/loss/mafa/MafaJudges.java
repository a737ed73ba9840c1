// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.store.Checkpoint;
import java.nio.file.Path;

/** Creates MAFA's judges from the configuration. */
final class MafaJudges {
  static final String KEY = "objective.loss.judge";

  /** The name of the judge that uses the known truth. */
  private static final String TRUTH = "truth";

  /** The name of the judge that uses shared images. */
  private static final String SAME_IMAGE = "same-image";

  private MafaJudges() {}

  /** Returns the judge of a run. */
  static PairJudge of(String judge, Materials materials) {
    TrainingData data = materials.data();
    if (judge.equals(TRUTH)) {
      return PairJudge.knowing(judge, data.trainTruth().orElseThrow());
    }
    if (judge.equals(SAME_IMAGE)) {
      return PairJudge.knowing(judge, data::sameImage);
    }
    Path path = Path.of(judge);
    return isCheckpoint(path)
        ? PairJudge.network(materials.frozen(KEY, judge))
        : GraphJudge.open(
            GraphJudge.find(KEY, path, materials.config()), Sessions.onCpu(), data.train());
  }

  /** Checks that the judge exists and can process the run's batches. */
  static void requirePossible(String judge, TrainConfig config, TrainingData data) {
    if (Frameworks.of(config, data.vocabulary()).matcher().isEmpty()) {
      throw new RequestException(
          "objective.loss: mafa relabels matching's pairs, and this framework matches none;"
              + " framework="
              + config.model().framework());
    }
    if (judge.equals(TRUTH)) {
      if (data.trainTruth().isEmpty()) {
        throw new RequestException(
            KEY
                + ": truth needs pairs whose truth is known: Scenes, or a list in data.train.truth");
      }
    } else if (judge.equals(SAME_IMAGE)) {
      if (!data.imagesHaveSeveralCaptions()) {
        throw new RequestException(
            KEY + ": same-image needs images with several captions; each has one");
      }
    } else if (isCheckpoint(Path.of(judge))) {
      Checkpoint found = FrozenNetwork.find(KEY, Path.of(judge), config, data);
      if (Frameworks.of(found.config(), data.vocabulary()).matcher().isEmpty()) {
        throw new RequestException(KEY + ": " + found.file() + " has nothing that judges pairs");
      }
    } else {
      GraphJudge.find(KEY, Path.of(judge), config);
    }
  }

  /**
   * Returns whether a path is a checkpoint or a folder with checkpoints; otherwise it is a model
   * folder.
   */
  private static boolean isCheckpoint(Path path) {
    if (!Folders.exists(path)) {
      throw new RequestException(
          KEY
              + " must be truth, same-image, a checkpoint, a run's folder or a model folder;"
              + " there is no "
              + path);
    }
    return !Folders.isFolder(path) || Folders.isFolder(path.resolve("checkpoints"));
  }
}
