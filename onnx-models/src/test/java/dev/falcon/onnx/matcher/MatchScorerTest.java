// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.TinyModel;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatchScorerTest {
  private static final List<String> CAPTIONS = List.of("red", "green", "red red blue");
  private static final int[] IMAGE_OF_PAIR = {1, 0, 0, 1};
  private static final int[] CAPTION_OF_PAIR = {0, 1, 2, 2};

  @TempDir Path folder;
  private TinyModel model;

  @BeforeEach
  void begin() {
    model = new TinyModel(folder);
  }

  /** Scores four pairs of two pictures, whose vectors are (1, 2, 3) and (-1, 0, 1). */
  private static float[] score(MatchScorer scorer) {
    float[] pixels = {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1};
    FloatBuffer batch = scorer.newBatch(2).put(0, pixels);
    return scorer.score(
        scorer.encodeImages(batch, 2),
        IMAGE_OF_PAIR,
        scorer.encodeCaptions(CAPTIONS),
        CAPTION_OF_PAIR);
  }

  private static float sigmoid(double logit) {
    return (float) (1 / (1 + Math.exp(-logit)));
  }

  private static final float[] PROBABILITIES = {sigmoid(-1), sigmoid(2), sigmoid(5), sigmoid(-1)};

  private MatchScorer open() {
    return ModelFolder.open(folder).openMatchScorer(Sessions.onCpu());
  }

  @Test
  void aSplitModelGivesTheSoftmaxOfItsLogits() {
    model.splitMatcher();
    try (MatchScorer scorer = open()) {
      assertThat(scorer.kind()).isEqualTo(MatchScorer.Kind.MATCH_PROBABILITY);
      assertThat(score(scorer)).containsExactly(PROBABILITIES, offset(1e-6f));
    }
  }

  @Test
  void aFusionGraphTakesAPicturesStates() {
    model.splitMatcher().text("itm_fusion_model.onnx", "logits", TestGraph.INT64);
    assertThatThrownBy(this::open)
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("itm_fusion_model.onnx")
                + ": must have one input of picture states, float [batch, tokens, width]; its"
                + " inputs are [input_ids int64 [?, ?]]");
  }

  @Test
  void morePairsThanOneRunTakesAreScoredAlike() {
    model.splitMatcher();
    try (MatchScorer scorer = open()) {
      List<EncodedImage> images = scorer.encodeImages(scorer.newBatch(1), 1);
      assertThat(images.get(0).state()).hasSize(12);
      int pairs = 1000;
      int[] captionOfPair = new int[pairs];
      Arrays.setAll(captionOfPair, pair -> pair % CAPTIONS.size());
      float[] scores =
          scorer.score(
              List.of(new EncodedImage(new float[] {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3})),
              new int[pairs],
              scorer.encodeCaptions(CAPTIONS),
              captionOfPair);
      float[] expected = {sigmoid(1), sigmoid(2), sigmoid(5)};
      for (int pair = 0; pair < pairs; pair++) {
        assertThat(scores[pair]).isEqualTo(expected[pair % 3], offset(1e-6f));
      }
    }
  }

  @Test
  void aOneFileModelMayGiveTheProbability() {
    for (String file : List.of("itm_model.onnx", "model.onnx")) {
      TinyModel other = new TinyModel(folder.resolve(file.replace(".onnx", "")));
      other.oneFileMatcher(file, "Sigmoid", "probability");
      try (MatchScorer scorer =
          ModelFolder.open(other.folder()).openMatchScorer(Sessions.onCpu())) {
        assertThat(scorer.kind()).isEqualTo(MatchScorer.Kind.MATCH_PROBABILITY);
        assertThat(score(scorer)).containsExactly(PROBABILITIES, offset(1e-6f));
      }
    }
  }

  @Test
  void aDualEncoderGivesItsCosineAndSaysSo() {
    model
        .vision("vision_model.onnx", "image_embeds")
        .text("text_model.onnx", "text_embeds", TestGraph.INT64);
    try (MatchScorer scorer = open()) {
      assertThat(scorer.kind()).isEqualTo(MatchScorer.Kind.COSINE);
      double root14 = Math.sqrt(14);
      assertThat(score(scorer))
          .containsExactly(
              new float[] {
                (float) (-1 / Math.sqrt(2)),
                (float) (2 / root14),
                (float) (5 / root14 / Math.sqrt(5)),
                (float) (-1 / Math.sqrt(10))
              },
              offset(1e-6f));
    }
  }

  /** Whether the matcher of the folder is found to take one picture for all captions. */
  private boolean shares() {
    try (MatchScorer scorer = open()) {
      return ((ItmScorer) scorer).sharesImages();
    }
  }

  @Test
  void aPictureGoesInOnceWhereTheGraphAllows() {
    model.oneFileMatcher("itm_model.onnx", "Sigmoid", "probability");
    assertThat(shares()).isTrue();
    model.splitMatcher();
    assertThat(shares()).isTrue();
  }

  @Test
  void aPictureIsRepeatedForEachCaptionIfTheGraphRequiresIt() {
    TestGraph graph = new TestGraph();
    TinyModel.visionInto(graph, "picture");
    TinyModel.textInto(graph, "caption", TestGraph.INT64);
    // Side by side, pictures and captions must be equally many.
    graph
        .output("probability", TestGraph.FLOAT, -1, 1)
        .longs("columns", 1)
        .longs("halves", 0, 2, 3)
        .node("Concat", "caption picture", "both", "axis", 1)
        .node("Reshape", "both halves", "sides")
        .node("ReduceProd", "sides columns", "product", "keepdims", 0)
        .node("ReduceSum", "product columns", "sum", "keepdims", 1)
        .node("Sigmoid", "sum", "probability")
        .write(folder.resolve("itm_model.onnx"));

    assertThat(shares()).isFalse();
    try (MatchScorer scorer = open()) {
      assertThat(score(scorer)).containsExactly(PROBABILITIES, offset(1e-6f));
    }
  }

  @Test
  void aGraphThatMixesCaptionsUpIsNotTrustedToShare() {
    TestGraph graph = new TestGraph();
    TinyModel.visionInto(graph, "picture");
    TinyModel.textInto(graph, "caption", TestGraph.INT64);
    // As many pictures as captions weigh each product: with one picture for two, it is halved.
    graph
        .output("probability", TestGraph.FLOAT, -1, 1)
        .longs("second", 1)
        .node("Mul", "caption picture", "product")
        .node("ReduceSum", "product second", "sum", "keepdims", 1)
        .node("Shape", "picture", "pictures", "end", 1)
        .node("Shape", "caption", "captions", "end", 1)
        .node("Cast", "pictures", "many", "to", TestGraph.FLOAT)
        .node("Cast", "captions", "all", "to", TestGraph.FLOAT)
        .node("Div", "many all", "share")
        .node("Mul", "sum share", "weighed")
        .node("Sigmoid", "weighed", "probability")
        .write(folder.resolve("itm_model.onnx"));

    assertThat(shares()).isFalse();
  }

  @Test
  void refusesWhatIsNoProbability() {
    model.oneFileMatcher("itm_model.onnx", "Exp", "itm_score");
    try (MatchScorer scorer = open()) {
      assertThatThrownBy(() -> score(scorer))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("must be a probability in [0, 1]")
          .hasMessageContaining("export both logits");
    }
  }

  @Test
  void refusesAnotherWidthWhenItIsOpened() {
    TestGraph graph = new TestGraph();
    TinyModel.visionInto(graph, "picture");
    TinyModel.textInto(graph, "caption", TestGraph.INT64);
    graph
        .output("logits", TestGraph.FLOAT, -1, 3)
        .node("Mul", "caption picture", "logits")
        .write(folder.resolve("itm_model.onnx"));
    assertThatThrownBy(this::open)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("logits has the shape [1, 3]")
        .hasMessageContaining("[pairs, 2]");
  }

  @Test
  void refusesLogitsThatAreNotFinite() {
    model.splitMatcher();
    try (MatchScorer scorer = open()) {
      float[] state = new float[12];
      state[0] = Float.NaN;
      assertThatThrownBy(
              () ->
                  scorer.score(
                      List.of(new EncodedImage(state)),
                      new int[1],
                      scorer.encodeCaptions(CAPTIONS),
                      new int[1]))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("not finite");
    }
  }

  @Test
  void refusesHalvesOfDifferentMatchers() {
    model.splitMatcher();
    new TestGraph()
        .input("pixel_values", TestGraph.FLOAT, -1, 3, 2, 2)
        .output("image_states", TestGraph.FLOAT, -1, 2, 6)
        .longs("shape", 0, 2, 6)
        .node("Reshape", "pixel_values shape", "image_states")
        .write(folder.resolve("itm_vision_model.onnx"));
    assertThatThrownBy(this::open)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("itm_fusion_model.onnx: takes encoder_hidden_states float [?, 4, 3]")
        .hasMessageContaining("[2, 6]");
  }

  @Test
  void refusesOutputsOfWhichNoneIsAMatch() {
    TestGraph graph = new TestGraph();
    TinyModel.visionInto(graph, "picture");
    TinyModel.textInto(graph, "caption", TestGraph.INT64).write(folder.resolve("itm_model.onnx"));
    assertThatThrownBy(this::open)
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("itm_model.onnx")
                + ": no match output; expected logits [pairs, 2] or probability [pairs, 1];"
                + " found [picture float [?, 3], caption float [?, 3]]");
  }

  @Test
  void refusesStatesOfTwoPicturesForOne() {
    model.splitMatcher();
    new TestGraph()
        .input("pixel_values", TestGraph.FLOAT, -1, 3, 2, 2)
        .output("image_states", TestGraph.FLOAT, -1, 2, 3)
        .longs("shape", 2, 2, 3)
        .node("Reshape", "pixel_values shape", "image_states")
        .write(folder.resolve("itm_vision_model.onnx"));
    assertThatThrownBy(this::open)
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("itm_vision_model.onnx")
                + ": gives states of the shape [2, 2, 3] for one picture; expected [1, tokens,"
                + " width]");
  }

  @Test
  void aMissingHalfIsNamed() {
    model.splitMatcher();
    assertThat(folder.resolve("itm_fusion_model.onnx").toFile().delete()).isTrue();
    assertThatThrownBy(this::open)
        .hasMessage(folder + ": has no itm_fusion_model.onnx; it has itm_vision_model");
  }
}
