// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.groups.Tuple.tuple;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.TinyModel;
import dev.falcon.onnx.WordPieces;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.PromptChoice;
import dev.falcon.onnx.text.TextSide;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Folders as sentence-transformers publishes them. A token's state is (its id, 1), so that a mean
 * shows which tokens came in: [CLS] 2, [SEP] 3, a 4, dog 5, run 6, ##s 7, comma 8.
 */
class SentenceFolderTest {
  @TempDir private Path folder;
  private TinyModel model;

  @BeforeEach
  void write() {
    model = new TinyModel(folder);
    folder.resolve("preprocessor_config.json").toFile().delete();
    WordPieces.writeTokenizer(folder);
    graph("onnx/model.onnx");
    model
        .config("config.json", "{\"model_type\": \"bert\", \"max_position_embeddings\": 64}")
        .config("tokenizer_config.json", "{\"model_max_length\": 32, \"pad_token\": \"[PAD]\"}");
    modules("Transformer", "Pooling", "Normalize");
    pooling("{\"word_embedding_dimension\": 2, \"pooling_mode_mean_tokens\": true}");
  }

  private void graph(String file) {
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .input("attention_mask", TestGraph.INT64, -1, -1)
        .output("last_hidden_state", TestGraph.FLOAT, -1, -1, 2)
        .longs("last", 2)
        .node("Unsqueeze", "input_ids last", "column")
        .node("Cast", "column", "ids", "to", TestGraph.FLOAT)
        .node("Unsqueeze", "attention_mask last", "maskColumn")
        .node("Cast", "maskColumn", "mask", "to", TestGraph.FLOAT)
        .node("Concat", "ids mask", "last_hidden_state", "axis", 2)
        .write(folder.resolve(file));
  }

  private void modules(String... types) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < types.length; i++) {
      list.append(i == 0 ? "" : ", ")
          .append("{\"idx\": " + i + ", \"name\": \"" + i + "\", ")
          .append("\"path\": \"%s\", ".formatted(i == 0 ? "" : i + "_" + types[i]))
          .append("\"type\": \"sentence_transformers.models.%s\"}".formatted(types[i]));
    }
    model.config("modules.json", "[" + list + "]");
  }

  private void pooling(String config) {
    folder.resolve("1_Pooling").toFile().mkdir();
    model.config("1_Pooling/config.json", config);
  }

  private ModelFolder open() {
    return ModelFolder.open(folder);
  }

  private float first(String text) {
    return first(open(), text, TextSide.CORPUS);
  }

  private static float first(ModelFolder folder, String text, TextSide side) {
    try (TextEncoder encoder = folder.openTextEncoder(Sessions.onCpu(), side)) {
      return encoder.encode(List.of(text))[0];
    }
  }

  @Test
  void specialTokensCountInTheMean() {
    assertThat(first("a dog")).isEqualTo((2 + 4 + 5 + 3) / 4f);
  }

  @Test
  void aTextsVectorDoesNotDependOnLongerOnesBesideIt() {
    try (TextEncoder encoder = open().openTextEncoder(Sessions.onCpu())) {
      float[] vectors =
          encoder.encode(List.of("a", "a dog runs, a dog runs, a dog runs", "dog", ""));
      assertThat(vectors).hasSize(8);
      assertThat(vectors[0]).isEqualTo(9 / 3f);
      assertThat(vectors[4]).isEqualTo(10 / 3f);
      assertThat(vectors[6]).as("no word at all").isEqualTo(5 / 2f);
    }
  }

  @Test
  void severalModesComeInTheOrderOfSentenceTransformers() {
    pooling(
        """
        {"pooling_mode_lasttoken": true, "pooling_mode_mean_tokens": true,
         "pooling_mode_cls_token": true}
        """);
    try (TextEncoder encoder = open().openTextEncoder(Sessions.onCpu())) {
      assertThat(encoder.dimension()).isEqualTo(6);
      assertThat(encoder.encode(List.of("dog"))).containsExactly(2, 1, 10 / 3f, 1, 3, 1);
    }
  }

  @Test
  void theLengthIsSentenceTransformersOwnBeforeAllOthers() {
    assertThat(length()).as("the least of positions and tokens").isEqualTo(32);
    assertThat(ModelInspection.of(open()).captions().maxCharacters()).isEqualTo(16_384);
    model.config("sentence_bert_config.json", "{\"max_seq_length\": 4, \"do_lower_case\": false}");
    assertThat(length()).isEqualTo(4);
    assertThat(first("a dog runs, a dog runs"))
        .as("a text that is too long keeps its end token")
        .isEqualTo((2 + 4 + 5 + 3) / 4f);
    model.config("falcon.json", "{\"max_length\": 3}");
    assertThat(length()).isEqualTo(3);
  }

  @Test
  void aTextLongerThanTheTokenizersUsualLimitIsReadWhole() {
    model.config("config.json", "{\"model_type\": \"bert\", \"max_position_embeddings\": 2048}");
    model.config("sentence_bert_config.json", "{\"max_seq_length\": 1024}");
    assertThat(first("a ".repeat(600) + "dog ".repeat(100)))
        .isEqualTo((2 + 600 * 4 + 100 * 5 + 3) / 702f);
    assertThat(first("a ".repeat(600) + "dog ".repeat(900)))
        .as("the first 1,022 words between the special tokens")
        .isEqualTo((2 + 600 * 4 + 422 * 5 + 3) / 1024f);
  }

  @Test
  void noTextIsLongerThanTheModelsPositions() {
    assertThat(ModelInspection.of(open()).captions().statedLength()).isNull();
    model.config("sentence_bert_config.json", "{\"max_seq_length\": 2048}");
    assertThat(length()).isEqualTo(64);
    assertThat(ModelInspection.of(open()).captions().statedLength()).isEqualTo(2048);
    assertThat(first("a ".repeat(100))).isEqualTo((2 + 62 * 4 + 3) / 64f);
    model.config("falcon.json", "{\"max_length\": 100}");
    assertThat(length()).isEqualTo(100);
    assertThat(ModelInspection.of(open()).captions().statedLength()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"roberta,", "xlm-roberta, 1", "mpnet,", "bert, 0", "electra,"})
  void positionsThatBeginAfterThePaddingsAreFewer(String family, Integer pad) {
    model.config(
        "config.json",
        "{\"model_type\": \"%s\", \"max_position_embeddings\": 18%s}"
            .formatted(family, pad == null ? "" : ", \"pad_token_id\": " + pad));
    boolean fewer = !family.equals("bert") && !family.equals("electra");
    assertThat(length()).isEqualTo(fewer ? 16 : 18);
    model.config("sentence_bert_config.json", "{\"max_seq_length\": 512}");
    assertThat(length()).isEqualTo(fewer ? 16 : 18);
    assertThat(first("a ".repeat(100))).isEqualTo((2 + (length() - 2) * 4 + 3) / (float) length());
  }

  private int length() {
    return ModelInspection.of(open()).captions().maxLength();
  }

  private void prompts() {
    model.config(
        "config_sentence_transformers.json",
        """
        {"prompts": {"query": "dog: ", "passage": "run ", "other": ""},
         "default_prompt_name": "other", "similarity_fn_name": null}
        """);
  }

  @Test
  void eitherSideHasItsPrompt() {
    prompts();
    assertThat(first(open(), "  a ", TextSide.QUERY))
        .as("[CLS] dog [UNK] a [SEP]")
        .isEqualTo((2 + 5 + 1 + 4 + 3) / 5f);
    assertThat(first("a")).as("[CLS] run a [SEP]").isEqualTo((2 + 6 + 4 + 3) / 4f);
    assertThat(first(with(new PromptChoice.Named("other")), "a", TextSide.CORPUS)).isEqualTo(3);
    assertThat(first(with(new PromptChoice.Literal("dog ")), "a", TextSide.CORPUS))
        .isEqualTo((2 + 5 + 4 + 3) / 4f);
  }

  @Test
  void aPromptMayBeLeftOutOfThePooling() {
    prompts();
    pooling("{\"pooling_mode_mean_tokens\": true, \"include_prompt\": false}");
    assertThat(first("a dog")).as("neither [CLS] nor run").isEqualTo((4 + 5 + 3) / 3f);
  }

  @Test
  void aPromptThatIsNotThereIsRefusedWithThoseThatAre() {
    prompts();
    assertThatThrownBy(() -> first(with(new PromptChoice.Named("docs")), "a", TextSide.CORPUS))
        .isInstanceOf(RequestException.class)
        .hasMessage(folder + ": has no prompt 'docs'; its prompts are other, passage, query");
  }

  private ModelFolder with(PromptChoice corpus) {
    return ModelFolder.open(
        folder, new ModelOptions(Precision.FP32, Optional.empty(), PromptChoice.USUAL, corpus));
  }

  @Test
  void theVectorDependsOnTheFilesThatMakeIt() {
    prompts();
    assertThat(open().inputs())
        .extracting(Provenance.Input::name)
        .contains("modules.json", "1_Pooling/config.json", "config_sentence_transformers.json");
  }

  @Test
  void theFilesThatModulesNamesAreReadAndDigested() {
    model.config(
        "modules.json",
        """
        [{"path": "0_Transformer", "type": "sentence_transformers.models.Transformer"},
         {"path": "2_Pooling", "type": "sentence_transformers.models.Pooling"}]
        """);
    folder.resolve("0_Transformer").toFile().mkdir();
    folder.resolve("2_Pooling").toFile().mkdir();
    model.config("0_Transformer/sentence_bert_config.json", "{\"max_seq_length\": 4}");
    model.config("2_Pooling/config.json", "{\"pooling_mode_cls_token\": true}");
    assertThat(first("a dog runs")).isEqualTo(2);
    assertThat(length()).isEqualTo(4);
    assertThat(open().inputs())
        .extracting(Provenance.Input::name)
        .contains("0_Transformer/sentence_bert_config.json", "2_Pooling/config.json")
        .doesNotContain("1_Pooling/config.json");
  }

  @Test
  void aPoolingWithoutItsFileIsRefusedUnlessTheUserSaysHowToPool() {
    folder.resolve("1_Pooling/config.json").toFile().delete();
    refused(
        folder.resolve("1_Pooling/config.json")
            + ": there is no such file, and modules.json says that the model's Pooling is there");
    model.config("falcon.json", "{\"pooling\": \"cls\"}");
    assertThat(first("a dog")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"O4", "qint8_avx512_vnni", "quint8_avx2", "fp16"})
  void aGraphIsChosenByTheEndOfItsName(String name) {
    graph("onnx/model_" + name + ".onnx");
    ModelOptions options = new ModelOptions(Precision.parse(name), Optional.empty());
    assertThat(ModelFolder.open(folder, options).requireGraph(GraphRole.MODEL))
        .hasFileName("model_" + name + ".onnx");
    assertThatThrownBy(
            () ->
                ModelFolder.open(folder, new ModelOptions(Precision.parse("O9"), Optional.empty())))
        .hasMessage(folder + ": has no ONNX graph in O9; it has " + inOrder("fp32", name));
  }

  private static String inOrder(String one, String other) {
    return one.compareTo(other) < 0 ? one + ", " + other : other + ", " + one;
  }

  @Test
  void refusesModulesThatAreNotSupportedByName() {
    modules("Transformer", "Pooling", "Dense", "Normalize");
    refused("has the module Dense, which Falcon does not compute");
    modules("Router", "Pooling");
    refused("has a Router");
    modules("Transformer", "Pooling");
    model.config("config_sentence_transformers.json", "{\"similarity_fn_name\": \"dot\"}");
    refused("compared by 'dot' of vectors that are not normalised");
    modules("Transformer", "Pooling", "Normalize");
    assertThat(first("a dog")).as("of unit vectors the same").isEqualTo(3.5f);
    modules("Transformer", "Normalize");
    refused("has no Pooling");
    model.config("modules.json", "[{\"path\": \"../..\", \"type\": \"Transformer\"}]");
    refused("leads out of the folder");
  }

  @Test
  void aPoolingOfAnotherWidthIsRefused() {
    pooling("{\"word_embedding_dimension\": 384, \"pooling_mode_cls_token\": true}");
    refused("gives states of 2 numbers, and " + folder.resolve("modules.json") + " pools states");
  }

  @Test
  void aModelOfTextsAloneJudgesPairsOfTextsByTheirCosine() {
    try (MatchScorer scorer = open().openMatchScorer(Sessions.onCpu())) {
      assertThat(scorer.isOfTexts()).isTrue();
      float[] scores =
          scorer.score(
              scorer.encodeQueries(List.of("a dog", "run")),
              new int[] {0, 1},
              scorer.encodeCaptions(List.of("dog")),
              new int[] {0, 0});
      // The vectors are (14 / 4, 1), (11 / 3, 1) and (10 / 3, 1).
      assertThat(scores[0]).isCloseTo(cosine(14 / 4f, 10 / 3f), within(1e-6f));
      assertThat(scores[1]).isCloseTo(cosine(11 / 3f, 10 / 3f), within(1e-6f));
      assertThatThrownBy(scorer::transform).hasMessageContaining("encodes texts, and no pictures");
    }
  }

  private static float cosine(float a, float b) {
    return (float) ((a * b + 1) / Math.sqrt((a * a + 1) * (b * b + 1)));
  }

  @Test
  void aDecodersCacheIsRefusedByName() {
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .input("past_key_values.0.key", TestGraph.FLOAT, -1, 1, -1, 2)
        .output("last_hidden_state", TestGraph.FLOAT, -1, -1, 2)
        .longs("axis", 1)
        .node("Squeeze", "past_key_values.0.key axis", "last_hidden_state")
        .write(folder.resolve("onnx/model.onnx"));
    refused("past_key_values.0.key");
  }

  /** A state is (id + 100 x type, 1): any type but 0 would show. */
  @Test
  void aGraphThatNeedsTokenTypesIsGivenZeros() {
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .input("attention_mask", TestGraph.INT64, -1, -1)
        .input("token_type_ids", TestGraph.INT64, -1, -1)
        .output("last_hidden_state", TestGraph.FLOAT, -1, -1, 2)
        .longs("hundred", 100)
        .longs("last", 2)
        .node("Mul", "token_type_ids hundred", "shift")
        .node("Add", "input_ids shift", "shifted")
        .node("Unsqueeze", "shifted last", "column")
        .node("Cast", "column", "ids", "to", TestGraph.FLOAT)
        .node("Unsqueeze", "attention_mask last", "maskColumn")
        .node("Cast", "maskColumn", "mask", "to", TestGraph.FLOAT)
        .node("Concat", "ids mask", "last_hidden_state", "axis", 2)
        .write(folder.resolve("onnx/model.onnx"));
    assertThat(first("a dog")).isEqualTo((2 + 4 + 5 + 3) / 4f);
  }

  @Test
  void anInputThatATextDoesNotGiveIsRefusedByName() {
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .input("language_ids", TestGraph.INT64, -1, -1)
        .output("last_hidden_state", TestGraph.FLOAT, -1, -1, 2)
        .longs("last", 2)
        .node("Unsqueeze", "input_ids last", "column")
        .node("Cast", "column", "ids", "to", TestGraph.FLOAT)
        .node("Unsqueeze", "language_ids last", "languageColumn")
        .node("Cast", "languageColumn", "languages", "to", TestGraph.FLOAT)
        .node("Concat", "ids languages", "last_hidden_state", "axis", 2)
        .write(folder.resolve("onnx/model.onnx"));
    refused("needs the input language_ids");
  }

  private void refused(String part) {
    assertThatThrownBy(() -> first("a"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(part);
  }

  @Test
  void aFolderOfTextsAloneIsVerifiedAndInspected() {
    prompts();
    ModelVerification verification =
        ModelVerifier.verify(open(), Optional.empty(), Sessions.onCpu());
    assertThat(verification.checks())
        .extracting(ModelVerification.Check::part, ModelVerification.Check::passed)
        .containsExactly(tuple("texts", true));
    assertThat(ModelInspection.of(open()).captions().prompts()).containsKey("passage");
  }
}
