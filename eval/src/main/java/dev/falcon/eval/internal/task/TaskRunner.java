package dev.falcon.eval.internal.task;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ImagePass;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.metric.TieBudget;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One task with its data found and checked, ready to be evaluated. */
public interface TaskRunner {
  /** Every data file that the result depends on. */
  List<Provenance.Input> inputs(FileHashes hashes);

  /** The classifiers' prompts, one set for most tasks; none where the texts are the data. */
  List<Prompts> prompts();

  /** Evaluates the task. */
  Outcome run(Tools tools);

  /**
   * The inputs of a run.
   *
   * @param embedder the model
   * @param images the image pass
   * @param classifier makes class vectors
   * @param hashes the data files' digests
   * @param progress where long work is reported
   * @param countOtherRegion whether FMoW's region "Other" can be the worst
   */
  record Tools(
      EmbeddingModel embedder,
      ImagePass images,
      TextClassifier classifier,
      FileHashes hashes,
      Progress progress,
      boolean countOtherRegion) {
    /** The tools for a model whose vectors are kept in a cache folder. */
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
   * @param metrics all but the repeated main metric
   * @param samples how many samples counted
   * @param classes how many classes there were; null where the task has none
   * @param equalClassVectors how many classes have the very vector of another
   * @param tieBudget how near the decisions are to falling the other way
   * @param rejects samples that could not be used
   */
  record Outcome(
      Scores metrics,
      int samples,
      Integer classes,
      int equalClassVectors,
      TieBudget tieBudget,
      List<Reject> rejects) {
    public Outcome {
      rejects = List.copyOf(rejects);
    }

    /** Of a task without classes. */
    static Outcome withoutClasses(
        Scores metrics, int samples, TieBudget tieBudget, List<Reject> rejects) {
      return new Outcome(metrics, samples, null, 0, tieBudget, rejects);
    }
  }
}
