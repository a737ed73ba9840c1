// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ImagePass;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.metric.TieBudget;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One task, whose data are found and checked, ready to be evaluated. */
public interface TaskRunner {
  /** Returns every data file that the result depends on. */
  List<Provenance.Input> inputs(FileHashes hashes);

  /**
   * Returns the classifiers' prompts, one set for most tasks; none if the task has no classifier.
   */
  List<Prompts> prompts();

  /** Evaluates the task. */
  Outcome run(Tools tools);

  /**
   * The tools of a run.
   *
   * @param embedder the model
   * @param images the pass over the images
   * @param classifier makes the class vectors
   * @param hashes the digests of the data files
   * @param progress receives the progress of the work
   * @param countOtherRegion whether FMoW's region "Other" can be the worst
   */
  record Tools(
      EmbeddingModel embedder,
      ImagePass images,
      TextClassifier classifier,
      FileHashes hashes,
      Progress progress,
      boolean countOtherRegion) {
    /** Returns the tools for a model whose vectors are kept in a cache folder. */
    public static Tools of(
        EmbeddingModel embedder,
        Path cache,
        FileHashes hashes,
        Progress progress,
        boolean countOtherRegion) {
      return new Tools(
          embedder,
          new ImagePass(embedder, Optional.of(cache)),
          new TextClassifier(embedder, cache, progress),
          hashes,
          progress,
          countOtherRegion);
    }
  }

  /**
   * The result of a task.
   *
   * @param metrics the metrics, without the repeated main metric
   * @param samples the number of samples that counted
   * @param classes the number of classes; null if the task has none
   * @param equalClassVectors the number of classes with exactly the vector of another class
   * @param tieBudget the numbers of decisions that are near a tie
   * @param rejects the samples that could not be used
   * @param outcomes the outcome of each sample; none if the task's metric has no such
   */
  record Outcome(
      Scores metrics,
      int samples,
      Integer classes,
      int equalClassVectors,
      TieBudget tieBudget,
      List<Reject> rejects,
      List<SampleOutcomes.One> outcomes) {
    public Outcome {
      rejects = List.copyOf(rejects);
      outcomes = List.copyOf(outcomes);
    }

    /** Returns the outcome of a task without classes. */
    static Outcome withoutClasses(
        Scores metrics,
        int samples,
        TieBudget tieBudget,
        List<Reject> rejects,
        List<SampleOutcomes.One> outcomes) {
      return new Outcome(metrics, samples, null, 0, tieBudget, rejects, outcomes);
    }
  }
}
