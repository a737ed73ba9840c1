// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.CrossEncoderForm;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.ModelInspection;
import dev.falcon.onnx.folder.ModelVerification;
import dev.falcon.onnx.folder.ModelVerifier;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenth of (second text and its [SEP]) less ([CLS], first text and its [SEP]): see the form. */
class CrossEncoderTest {
  private static final List<String> QUERIES = List.of("a", " a dog, a dog ", "");
  private static final List<String> TEXTS = List.of("dog runs", "A", "run");

  /** Sums of tokens: a 4; a dog, a dog 26; dog runs 18; A 4; run 6. */
  private static final int[] FIRST = {4, 26, 0};

  private static final int[] SECOND = {18, 4, 6};

  @TempDir private Path folder;

  private static double logit(int query, int text) {
    return (SECOND[text] + 3 - 2 - FIRST[query] - 3) / 10.0;
  }

  /** Scores of all nine pairs, so that runs have pairs of unlike length. */
  private static float[] all(
      MatchScorer scorer, BiFunction<List<EncodedImage>, int[][], float[]> score) {
    int[][] pairs = new int[2][9];
    for (int pair = 0; pair < 9; pair++) {
      pairs[0][pair] = pair / 3;
      pairs[1][pair] = pair % 3;
    }
    return score.apply(scorer.encodeQueries(QUERIES), pairs);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aPairIsReadInOneRowWithTheTypesOfItsTexts(int columns) {
    ModelFolder model = ModelFolder.open(CrossEncoderForm.write(folder, columns));
    try (MatchScorer scorer = model.openMatchScorer(Sessions.onCpu())) {
      assertThat(scorer.isOfTexts()).isTrue();
      assertThat(scorer.kind()).isEqualTo(MatchScorer.Kind.MATCH_PROBABILITY);
      List<EncodedCaption> texts = scorer.encodeCaptions(TEXTS);
      float[] logits =
          all(scorer, (queries, at) -> scorer.matchLogits(queries, at[0], texts, at[1]));
      float[] scores = all(scorer, (queries, at) -> scorer.score(queries, at[0], texts, at[1]));
      for (int pair = 0; pair < 9; pair++) {
        double expected = logit(pair / 3, pair % 3);
        assertThat((double) logits[pair]).as("pair %d", pair).isCloseTo(expected, within(1e-6));
        assertThat((double) scores[pair]).isCloseTo(1 / (1 + Math.exp(-expected)), within(1e-6));
      }
    }
  }

  @Test
  void theLongerTextOfAPairThatIsTooLongIsCutFirst() {
    ModelFolder model = ModelFolder.open(CrossEncoderForm.write(folder, 1));
    assertThat(ModelInspection.of(model).captions().maxLength()).isEqualTo(12);
    try (MatchScorer scorer = model.openMatchScorer(Sessions.onCpu())) {
      // Of 12 tokens 3 are special and 2 the query's; 7 remain of the text.
      float[] scores =
          scorer.matchLogits(
              scorer.encodeQueries(List.of("dog dog")),
              new int[] {0},
              scorer.encodeCaptions(List.of("a ".repeat(40))),
              new int[] {0});
      assertThat(scores[0]).isCloseTo((7 * 4 + 3 - 2 - 10 - 3) / 10f, within(1e-6f));
    }
  }

  private void refused(String message) {
    ModelFolder model = ModelFolder.open(folder);
    assertThatThrownBy(() -> model.openMatchScorer(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(message)
        .hasMessageMatching("\\V+");
  }

  @Test
  void threeScoresAreNoJudgment() {
    CrossEncoderForm.write(folder, 3);
    refused("expected one logit of a match, [pairs, 1], or two, of no match and of a match");
  }

  @Test
  void lengthAndTypesAreNotGuessed() throws IOException {
    CrossEncoderForm.write(folder, 1);
    Files.delete(folder.resolve("config.json"));
    refused("config.json: its architectures name no class that ends in ForSequenceClassification");
  }

  @Test
  void anotherOutputIsRefusedByItsName() {
    CrossEncoderForm.write(folder, 1);
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .input("attention_mask", TestGraph.INT64, -1, -1)
        .input("token_type_ids", TestGraph.INT64, -1, -1)
        .output("scores", TestGraph.FLOAT, -1, -1)
        .node("Cast", "input_ids", "scores", "to", TestGraph.FLOAT)
        .write(folder.resolve("onnx/model.onnx"));
    refused("onnx/model.onnx: gives no output logits, by which a cross-encoder judges");
  }

  @Test
  void aGraphThatDoesNotKnowWhichTextIsWhichIsRefused() throws IOException {
    CrossEncoderForm.write(folder, 1, "attention_mask");
    refused("model.onnx: has no input token_type_ids, though the model's config.json says");
    Files.writeString(
        folder.resolve("config.json"),
        """
        {"model_type": "roberta", "architectures": ["RobertaForSequenceClassification"],
         "max_position_embeddings": 12, "type_vocab_size": 1, "pad_token_id": 1}
        """);
    ModelFolder model = ModelFolder.open(folder);
    assertThat(ModelInspection.of(model).captions().maxLength()).isEqualTo(10);
    try (MatchScorer scorer = model.openMatchScorer(Sessions.onCpu())) {
      float[] scores =
          scorer.matchLogits(
              scorer.encodeQueries(List.of("a")),
              new int[] {0},
              scorer.encodeCaptions(List.of("a")),
              new int[] {0});
      assertThat(scores[0]).as("without types all tokens count").isCloseTo(1.6f, within(1e-6f));
    }
  }

  @Test
  void aGraphWithoutAMaskIsRefused() {
    CrossEncoderForm.write(folder, 1, "token_type_ids", "attention_mask");
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .output("logits", TestGraph.FLOAT, -1, 1)
        .node("Cast", "input_ids", "logits", "to", TestGraph.FLOAT)
        .write(folder.resolve("onnx/model.onnx"));
    refused("model.onnx: has no input attention_mask, so that padding would change scores");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFolderOfTwoTextsIsVerifiedByPairs(boolean right) throws IOException {
    CrossEncoderForm.write(folder, 1);
    if (!right) {
      Files.writeString(folder.resolve("falcon.json"), "{\"max_length\": 5}");
    }
    ModelVerification verified =
        ModelVerifier.verify(ModelFolder.open(folder), Optional.empty(), Sessions.onCpu());
    List<String> parts = new ArrayList<>();
    verified.checks().forEach(check -> parts.add(check.part() + ' ' + check.passed()));
    assertThat(parts).containsExactly("matches " + right);
  }
}
