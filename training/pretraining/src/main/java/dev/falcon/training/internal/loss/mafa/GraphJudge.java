// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.matcher.EncodedCaption;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Judges pairs by the image-text matching model of a model folder, in ONNX Runtime. It reads the
 * learner's pictures, and tokenises the captions with its own tokenizer.
 */
final class GraphJudge implements PairJudge {
  private final MatchScorer scorer;
  private final PairData pairs;
  private final String identity;

  private GraphJudge(MatchScorer scorer, PairData pairs, String identity) {
    this.scorer = scorer;
    this.pairs = pairs;
    this.identity = identity;
  }

  /**
   * Checks that a folder's model can process a run's pictures.
   *
   * @param key the configuration key that names the folder
   * @throws RequestException if the folder has no matching model, or one for pictures of another
   *     form
   */
  public static ModelFolder find(String key, Path path, TrainConfig config) {
    ModelFolder folder = ModelFolder.open(path);
    if (!folder.hasMatcher()) {
      throw new RequestException(key + ": " + path + " has no image-text matching model");
    }
    ImageTransform transform = folder.imageTransform();
    int size = config.model().imageSize();
    if (transform.outputHeight() != size || transform.outputWidth() != size) {
      throw new RequestException(
          key
              + ": "
              + path
              + " sees pictures of "
              + transform.outputWidth()
              + " x "
              + transform.outputHeight()
              + "; model.image_size="
              + size);
    }
    requireEqual(key, path, "data.mean", transform.mean(), config.data().mean());
    requireEqual(key, path, "data.deviation", transform.std(), config.data().deviation());
    return folder;
  }

  private static void requireEqual(
      String key, Path path, String name, List<Float> there, List<Float> here) {
    if (!there.equals(here)) {
      throw new RequestException(
          key + ": " + path + " needs pixels of another " + name + ": " + there + ", not " + here);
    }
  }

  /** Opens the model of a folder that {@link #find} returned. */
  public static GraphJudge open(ModelFolder folder, Sessions sessions, PairData pairs) {
    String files =
        folder.inputs().stream()
            .map(Provenance.Input::toString)
            .sorted()
            .collect(Collectors.joining("\n"));
    String identity = "model folder " + Sha256.of(files.getBytes(StandardCharsets.UTF_8));
    return new GraphJudge(folder.openMatchScorer(sessions), pairs, identity);
  }

  @Override
  public float[] scores(Step step, int[] images, int[] captions) {
    int rows = step.batch().rows();
    FloatBuffer pixels = scorer.newBatch(rows);
    pixels.put(step.batch().images().toFloatArray()).rewind();
    List<EncodedImage> pictures = scorer.encodeImages(pixels, rows);
    List<String> texts = new ArrayList<>();
    for (int row : step.rows()) {
      texts.add(pairs.caption(row));
    }
    List<EncodedCaption> encoded = scorer.encodeCaptions(texts);
    return scorer.score(pictures, images, encoded, captions);
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public void close() {
    scorer.close();
  }
}
