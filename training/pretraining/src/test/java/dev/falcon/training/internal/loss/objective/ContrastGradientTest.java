// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.loss.CyClip;
import dev.falcon.training.internal.loss.GuidedMask;
import dev.falcon.training.internal.loss.Hcl;
import dev.falcon.training.internal.loss.HnNce;
import dev.falcon.training.internal.loss.InfoNce;
import dev.falcon.training.internal.loss.ManyPositives;
import dev.falcon.training.internal.loss.SoftTargets;
import dev.falcon.training.internal.loss.Srcl;
import dev.falcon.training.internal.loss.mafa.GivenTargets;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Torch;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients against finite differences, and where none may flow. */
class ContrastGradientTest {
  private static final int ROWS = 5;
  private static final int WIDTH = 3;
  private static final float TEMPERATURE = 0.3f;

  private Torch torch;
  private NDManager manager;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
    manager = torch.manager();
  }

  @AfterEach
  void close() {
    torch.close();
  }

  private static float[] vectors(String name) {
    RandomStream random = RandomStream.of(1, name);
    float[] values = new float[ROWS * WIDTH];
    for (int row = 0; row < ROWS; row++) {
      double length = 0;
      for (int i = row * WIDTH; i < (row + 1) * WIDTH; i++) {
        values[i] = (float) random.nextGaussian();
        length += values[i] * values[i];
      }
      for (int i = row * WIDTH; i < (row + 1) * WIDTH; i++) {
        values[i] /= (float) Math.sqrt(length);
      }
    }
    return values;
  }

  /** Both sides of both tables carry their gradient. */
  private static BatchSimilarities whole(NDArray images, NDArray texts, NDArray temperature) {
    NDArray cosines = images.matMul(texts.transpose());
    return new BatchSimilarities(cosines, cosines.transpose(), images, texts, temperature);
  }

  private static NDArray held(NDManager manager) {
    return Torch.floats(manager, vectors("held images"), ROWS, WIDTH)
        .matMul(Torch.floats(manager, vectors("held texts"), ROWS, WIDTH).transpose());
  }

  /** Losses whose parts without gradient do not move with the vectors. */
  static Stream<Arguments> losses() {
    return Stream.of(
        named("InfoNCE", manager -> new InfoNce()),
        named("HN-NCE", manager -> new HnNce(0.9f, 0.5f)),
        named("SRCL", manager -> new Srcl.Weighing(held(manager), 1, 3)),
        named("debiased", manager -> new Hcl(0.05f, 0)),
        named("HCL", manager -> new Hcl(0.05f, 0.5f)),
        named("HCL, at its lowest", manager -> new Hcl(0.9f, 0.5f)),
        named("CyCLIP", manager -> new CyClip(0.25f, 0.5f)),
        named("uniform", manager -> new SoftTargets(0.5f, TargetDistribution.uniform())),
        named(
            "held targets",
            manager -> {
              NDArray images = held(manager).softmax(-1);
              NDArray captions = held(manager).transpose().softmax(-1);
              return new GivenTargets(images, captions, 0.5f);
            }),
        named("GIST", manager -> new GuidedMask(held(manager), new PositiveMargin(0.1f, 0))),
        named(
            "FFF",
            manager -> {
              NDArray held = held(manager);
              NDArray positives =
                  new ManyPositives.Rule(.5f, 2, 2, .5f).positives(held, held, held);
              return new ManyPositives(positives, -1);
            }));
  }

  private static Arguments named(String name, Function<NDManager, Contrast> contrast) {
    return Arguments.of(name, contrast);
  }

  private double loss(Contrast contrast, float[] images, float[] texts, float temperature) {
    return contrast
        .loss(
            whole(
                Torch.floats(manager, images, ROWS, WIDTH),
                Torch.floats(manager, texts, ROWS, WIDTH),
                Ops.scalar(manager, temperature)))
        .getFloat();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("losses")
  void gradientsAgreeWithFiniteDifferences(String name, Function<NDManager, Contrast> maker) {
    Contrast contrast = maker.apply(manager);
    float[] images = vectors("images");
    float[] texts = vectors("texts");
    NDArray imageLeaf = leaf(images);
    NDArray textLeaf = leaf(texts);
    NDArray temperature = Ops.scalar(manager, TEMPERATURE);
    temperature.setRequiresGradient(true);
    torch.differentiate(() -> contrast.loss(whole(imageLeaf, textLeaf, temperature)));
    float step = 2e-3f;
    for (int i = 0; i < images.length; i++) {
      float[] above = images.clone();
      float[] below = images.clone();
      above[i] += step;
      below[i] -= step;
      double slope =
          (loss(contrast, above, texts, TEMPERATURE) - loss(contrast, below, texts, TEMPERATURE))
              / (above[i] - below[i]);
      assertSlope(name, imageLeaf.getGradient().toFloatArray()[i], slope);
      above = texts.clone();
      below = texts.clone();
      above[i] += step;
      below[i] -= step;
      slope =
          (loss(contrast, images, above, TEMPERATURE) - loss(contrast, images, below, TEMPERATURE))
              / (above[i] - below[i]);
      assertSlope(name, textLeaf.getGradient().toFloatArray()[i], slope);
    }
    double slope =
        (loss(contrast, images, texts, TEMPERATURE + step)
                - loss(contrast, images, texts, TEMPERATURE - step))
            / (2 * step);
    assertSlope(name, temperature.getGradient().getFloat(), slope);
  }

  /** All but HN-NCE and HCL: weights that carry a gradient are held in the push. */
  static Stream<Arguments> lossesOfHeldWeights() {
    return losses().filter(loss -> !loss.get()[0].toString().startsWith("H"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lossesOfHeldWeights")
  void thePushIsThePartOfTheGradientAboveZero(String name, Function<NDManager, Contrast> maker) {
    Contrast contrast = maker.apply(manager);
    NDArray images = Torch.floats(manager, vectors("images"), ROWS, WIDTH);
    NDArray texts = Torch.floats(manager, vectors("texts"), ROWS, WIDTH);
    NDArray temperature = Ops.scalar(manager, TEMPERATURE);
    NDArray imageToText = images.matMul(texts.transpose());
    NDArray textToImage = imageToText.transpose().duplicate();
    imageToText.setRequiresGradient(true);
    BatchSimilarities batch =
        new BatchSimilarities(imageToText, textToImage, images, texts, temperature);
    torch.differentiate(() -> contrast.loss(batch));
    float[] gradient = imageToText.getGradient().toFloatArray();
    float[] push = contrast.push(batch).toFloatArray();
    for (int i = 0; i < push.length; i++) {
      boolean own = i % (ROWS + 1) == 0;
      // The loss is the mean of rows and of two directions; logits are cosines over τ.
      double expected = own ? 0 : Math.max(0, gradient[i] * 2 * ROWS * TEMPERATURE);
      assertThat((double) push[i]).as("value %d", i).isCloseTo(expected, within(1e-5));
    }
  }

  private static void assertSlope(String name, double gradient, double slope) {
    assertThat(gradient).as(name).isCloseTo(slope, within(2e-3 + 2e-3 * Math.abs(slope)));
  }

  private NDArray leaf(float[] values) {
    NDArray leaf = Torch.floats(manager, values, ROWS, WIDTH);
    leaf.setRequiresGradient(true);
    return leaf;
  }

  @Test
  void noGradientReachesWhatIsLookedAtBeside() {
    NDArray guide = held(manager);
    guide.setRequiresGradient(true);
    NDArray images = leaf(vectors("images"));
    NDArray texts = Torch.floats(manager, vectors("texts"), ROWS, WIDTH);
    NDArray own = SquareRows.identity(guide);
    for (Contrast contrast :
        new Contrast[] {
          new Srcl.Weighing(guide, 0.5f, 1),
          new SoftTargets(0.5f, TargetDistribution.teacher(guide)),
          new GuidedMask(guide, new PositiveMargin(0.1f, 0)),
          new GivenTargets(guide.mul(own), guide.mul(own), 0.5f),
          new ManyPositives(
              new ManyPositives.Rule(.5f, .5f, .5f, .1f).positives(guide, guide, guide), -1)
        }) {
      torch.differentiate(() -> contrast.loss(batch(images, texts)));
      assertThat(guide.getGradient().toFloatArray()).as(contrast.toString()).containsOnly(0);
    }
  }

  private BatchSimilarities batch(NDArray images, NDArray texts) {
    return whole(images, texts, Ops.scalar(manager, TEMPERATURE));
  }

  @Test
  void theWeightsOfSrclAndTheBeliefsAreHeld() {
    NDArray images = leaf(vectors("images"));
    NDArray texts = Torch.floats(manager, vectors("texts"), ROWS, WIDTH);
    NDArray guide = held(manager);
    Srcl.Weighing srcl = new Srcl.Weighing(guide, 0.5f, 3);
    torch.differentiate(() -> srcl.loss(batch(images, texts)));
    float[] gradient = images.getGradient().toFloatArray();

    NDArray cosines =
        Torch.floats(manager, vectors("images"), ROWS, WIDTH).matMul(texts.transpose());
    NDArray forImages = srcl.logWeights(guide, cosines);
    NDArray forTexts = srcl.logWeights(guide.transpose(), cosines.transpose());
    NDArray again = leaf(vectors("images"));
    torch.differentiate(
        () -> {
          BatchSimilarities batch = batch(again, texts);
          return SquareRows.mean(
              SquareRows.weighted(batch.imageLogits(), forImages),
              SquareRows.weighted(batch.textLogits(), forTexts));
        });
    assertThat(gradient).containsExactly(again.getGradient().toFloatArray(), within(1e-6f));
  }

  @Test
  void aBatchTrainsOneSideOfEachTable() {
    NDArray images = leaf(vectors("images"));
    NDArray texts = leaf(vectors("texts"));
    NDArray temperature = Ops.scalar(manager, TEMPERATURE);
    torch.differentiate(
        () ->
            BatchSimilarities.of(new BatchVectors(images, texts, temperature))
                .imageToText()
                .square()
                .sum());
    assertThat(images.getGradient().abs().sum().getFloat()).isPositive();
    assertThat(texts.getGradient().abs().sum().getFloat()).isZero();
  }
}
