// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.reproduce;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.generate.ScenesSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.eval.compositional.Compositional;
import dev.falcon.eval.compositional.CompositionalRequest;
import dev.falcon.eval.compositional.ScoredBy;
import dev.falcon.eval.compositional.suite.ChangedScenes;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SceneSuite;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.reproduce.model.ComparisonRequest.ItemEvaluation;
import dev.falcon.training.Exporter;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Evaluates the checkpoints of a comparison's runs on a suite that is made of Scenes. */
final class SceneItems implements ItemEvaluation {
  private static final int BATCH = 64;

  private final String suite;

  /**
   * @param suite the suite's name
   * @throws RequestException if it is none of those that are made of Scenes
   */
  SceneItems(String suite) {
    if (!SceneSuite.isOne(suite)) {
      throw new RequestException(
          "--suite must be %s or %s; it is '%s'"
              .formatted(SceneSuite.NAME, SceneSuite.BOTH, suite));
    }
    this.suite = suite;
  }

  @Override
  public void evaluate(Path run, String scenes, Path out) {
    Path model = out.resolve("model");
    Exporter.export(new ExportRequest(run, CheckpointChoice.parse("newest"), model, true));
    ModelFolder folder = ModelFolder.open(model);
    Sessions sessions = Sessions.onCpu();
    try (OnnxEmbedder embedder = OnnxEmbedder.open(folder, sessions, BATCH)) {
      evaluate(scenes, ScoredBy.ITC, embedder, Optional.empty(), out.resolve("contrast"));
      if (folder.hasMatcher()) {
        try (MatchScorer matcher = folder.openMatchScorer(sessions)) {
          evaluate(scenes, ScoredBy.ITM, embedder, Optional.of(matcher), out.resolve("matching"));
        }
      }
    }
  }

  private void evaluate(
      String scenes,
      ScoredBy order,
      OnnxEmbedder embedder,
      Optional<MatchScorer> matcher,
      Path out) {
    SampleSource images = SampleSources.open(scenes);
    CompositionalSuite items;
    if (suite.equals(SceneSuite.BOTH)) {
      ChangedScenes both = new ChangedScenes(images, ScenesSource.open(scenes, 1).config());
      items = SceneSuite.ofBoth(both);
      images = both;
    } else {
      items = SceneSuite.of(images);
    }
    CompositionalRequest request =
        new CompositionalRequest(
            items,
            Optional.empty(),
            out,
            Optional.of(images),
            Optional.empty(),
            Map.of("suite", suite),
            order,
            false,
            Optional.of(out),
            true);
    String name = String.valueOf(out.getParent().getFileName());
    new Compositional(request, Optional.of(embedder), matcher, name, Progress.NONE).run();
  }
}
