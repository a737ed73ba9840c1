// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.TinyModel;
import dev.falcon.onnx.WordPieces;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.encoder.ImageEncoder;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextCleaning;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFolderTest {
  @TempDir Path folder;
  private TinyModel model;

  @BeforeEach
  void begin() {
    model = new TinyModel(folder);
  }

  private ModelFolder open() {
    return ModelFolder.open(folder);
  }

  /** Two pictures, whose vectors are (1, 2, 3) and (3, 4, 0). */
  private static FloatBuffer pictures(ImageEncoder encoder) {
    float[] pixels = {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 0, 0, 0, 0};
    return encoder.newBatch(2).put(0, pixels);
  }

  private static void assertEncodes(DualEncoder encoder) {
    assertThat(encoder.dimension()).isEqualTo(3);
    FloatBuffer pictures = pictures(encoder.images());
    assertThat(encoder.images().encode(pictures, 2)).containsExactly(1, 2, 3, 3, 4, 0);
    assertThat(encoder.images().encode(pictures, 1)).containsExactly(1, 2, 3);
    assertThat(encoder.images().encode(pictures, 0)).isEmpty();
    assertThat(encoder.images().encodeNormalised(pictures, 2)).endsWith(0.6f, 0.8f, 0f);
    assertThat(encoder.texts().encode(List.of("Red blue", "mixed", "grey")))
        .containsExactly(1, 0, 1, 3, 4, 0, 0, 0, 0);
    assertThat(encoder.texts().encodeNormalised(List.of("mixed", "grey")))
        .containsExactly(0.6f, 0.8f, 0, 0, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "onnx/"})
  void opensGraphsAtTheRootAndInOnnx(String place) {
    model
        .vision(place + "vision_model.onnx", "image_embeds")
        .text(place + "text_model.onnx", "text_embeds", TestGraph.INT64);
    try (DualEncoder encoder = open().openDualEncoder(Sessions.onCpu())) {
      assertEncodes(encoder);
    }
  }

  @Test
  void opensSiglipsPoolerOutputAndInt32Ids() {
    model
        .config("config.json", "{\"model_type\": \"siglip\"}")
        .vision("vision_model.onnx", "pooler_output")
        .text("text_model.onnx", "pooler_output", TestGraph.INT32);
    try (DualEncoder encoder = open().openDualEncoder(Sessions.onCpu())) {
      assertEncodes(encoder);
    }
  }

  @Test
  void encodesBertsWordPiecesWithMaskAndTypes() {
    WordPieces.writeTokenizer(folder);
    WordPieces.writeTextModel(folder.resolve("text_model.onnx"));
    model
        .config("config.json", "{\"model_type\": \"vision-text-dual-encoder\"}")
        .config("tokenizer_config.json", "{\"model_max_length\": 512, \"pad_token\": \"[PAD]\"}")
        .vision("vision_model.onnx", "image_embeds");
    try (DualEncoder encoder = open().openDualEncoder(Sessions.onCpu())) {
      // [CLS] a dog run ##s , [SEP] = 2 4 5 6 7 8 3; [CLS] [UNK] [SEP] = 2 1 3
      assertThat(encoder.texts().encode(List.of("A dog runs,", "cat")))
          .containsExactly(35, 7, 0, 6, 3, 0);
      assertThat(encoder.texts().pipeline().settings().maxLength()).isEqualTo(512);
    }
  }

  @Test
  void encodesEitherHalfOfAOneFileModel() {
    TestGraph graph = new TestGraph();
    TinyModel.visionInto(graph, "image_embeds");
    TinyModel.textInto(graph, "text_embeds", TestGraph.INT64);
    graph
        .output("logits_per_image", TestGraph.FLOAT, -1, -1)
        .node("Transpose", "text_embeds", "turned")
        .node("MatMul", "image_embeds turned", "logits_per_image")
        .write(folder.resolve("model.onnx"));
    try (DualEncoder encoder = open().openDualEncoder(Sessions.onCpu())) {
      assertEncodes(encoder);
      assertThat(encoder.images().graph()).isSameAs(encoder.texts().graph());
    }
    try (MatchScorer scorer = open().openMatchScorer(Sessions.onCpu())) {
      assertThat(scorer.kind()).isEqualTo(MatchScorer.Kind.COSINE);
    }
  }

  @Test
  void opensTheChosenPrecision() {
    model.vision("vision_model_fp16.onnx", "image_embeds");
    ModelOptions half = new ModelOptions(Precision.FP16, Optional.empty());
    assertThat(ModelFolder.open(folder, half).graphs())
        .containsEntry(GraphRole.VISION_MODEL, folder.resolve("vision_model_fp16.onnx"));
    assertThatThrownBy(this::open)
        .isInstanceOf(FalconException.class)
        .hasMessage(folder + ": has no ONNX graph in fp32; it has fp16");
  }

  @Test
  void readsHalfPrecisionOutputs() {
    new TestGraph()
        .input("pixel_values", TestGraph.FLOAT16, -1, 3, 2, 2)
        .output("image_embeds", TestGraph.FLOAT16, -1, 3)
        .longs("planes", 0, 3, 4)
        .longs("last", 2)
        .node("Reshape", "pixel_values planes", "planar")
        .node("ReduceMean", "planar last", "image_embeds", "keepdims", 0)
        .write(folder.resolve("vision_model.onnx"));
    try (ImageEncoder encoder = open().openImageEncoder(Sessions.onCpu())) {
      assertThat(encoder.encode(pictures(encoder), 2)).containsExactly(1, 2, 3, 3, 4, 0);
    }
  }

  @Test
  void saysWhatAFolderLacks() {
    assertThatThrownBy(this::open)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("vision_model.onnx and text_model.onnx, or model.onnx");
    assertThatThrownBy(() -> ModelFolder.open(folder.resolve("absent")))
        .hasMessageContaining("no such folder");
    model.vision("vision_model.onnx", "image_embeds");
    assertThatThrownBy(() -> open().openTextEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessage(folder + ": has no text_model.onnx; it has vision_model");
  }

  @Test
  void refusesHalvesOfDifferentModels() {
    model.vision("vision_model.onnx", "image_embeds");
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .output("text_embeds", TestGraph.FLOAT, -1, 2)
        .floats("table", new long[] {TinyModel.TOKENS, 2}, new float[2 * TinyModel.TOKENS])
        .longs("second", 1)
        .node("Gather", "table input_ids", "rows")
        .node("ReduceSum", "rows second", "text_embeds", "keepdims", 0)
        .write(folder.resolve("text_model.onnx"));
    assertThatThrownBy(() -> open().openDualEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("gives vectors of 3 numbers")
        .hasMessageContaining("text_model.onnx of 2");
  }

  @Test
  void refusesATokenizerOfAnotherVocabulary() {
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .output("text_embeds", TestGraph.FLOAT, -1, 2)
        .floats("table", new long[] {4, 2}, new float[8])
        .longs("second", 1)
        .node("Gather", "table input_ids", "rows")
        .node("ReduceSum", "rows second", "text_embeds", "keepdims", 0)
        .write(folder.resolve("text_model.onnx"));
    assertThatThrownBy(() -> open().openTextEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("tokenizer.json: has 6 tokens")
        .hasMessageContaining("embeds 4");
  }

  @Test
  void refusesPicturesOfAnotherSize() {
    model
        .vision("vision_model.onnx", "image_embeds")
        .config(
            "preprocessor_config.json",
            "{\"size\": {\"height\": 4, \"width\": 4}, \"do_normalize\": false}");
    assertThatThrownBy(() -> open().openImageEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("takes pictures of 2 x 2 pixels")
        .hasMessageContaining("preprocessor_config.json makes them 4 x 4");
  }

  @Test
  void refusesAClipModelWithoutItsProjection() {
    model
        .config("config.json", "{\"model_type\": \"clip_vision_model\"}")
        .vision("vision_model.onnx", "pooler_output");
    assertThatThrownBy(() -> open().openImageEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("with its projection");
  }

  @Test
  void refusesAClipModelsCaptionsWithoutTheirProjection() {
    model
        .config("config.json", "{\"model_type\": \"clip_text_model\"}")
        .text("text_model.onnx", "pooler_output", TestGraph.INT64);
    assertThatThrownBy(() -> open().openTextEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("text_model.onnx")
                + ": gives pooler_output, which CLIP projects before it compares; export the model"
                + " with its projection, so that it gives text_embeds");
  }

  /** The shape of BERT's export: states, and a second output of one row a caption. */
  private void writeBert(String pooled) {
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .output("output_0", TestGraph.FLOAT, -1, -1, 3)
        .output(pooled, TestGraph.FLOAT, -1, 3)
        .floats("table", new long[] {TinyModel.TOKENS, 3}, new float[TinyModel.TOKENS * 3])
        .longs("second", 1)
        .node("Gather", "table input_ids", "output_0")
        .node("ReduceSum", "output_0 second", pooled, "keepdims", 0)
        .write(folder.resolve("text_model.onnx"));
  }

  @Test
  void takesNoUnnamedVectorBesideStates() {
    writeBert("882");
    assertThatThrownBy(() -> open().openTextEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(
            folder.resolve("text_model.onnx")
                + ": gives the states of tokens as output_0 float [?, ?, 3]")
        .hasMessageContaining("1_Pooling/config.json")
        .hasMessageContaining("\"pooling\": \"mean\"");
  }

  @Test
  void takesBertsPoolerOnlyWhereTheFolderSaysSo() {
    model.config("config.json", "{\"model_type\": \"bert\"}");
    writeBert("pooler_output");
    assertThatThrownBy(() -> open().openTextEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder.resolve("text_model.onnx") + ": gives pooler_output")
        .hasMessageContaining("\"pooling\": \"pooler\" in falcon.json");
    model.config("falcon.json", "{\"pooling\": \"pooler\"}");
    try (TextEncoder encoder = open().openTextEncoder(Sessions.onCpu())) {
      assertThat(encoder.dimension()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "{\"max_length\": 3}; max_length is 3, but the text graph takes exactly 4 tokens",
        "{\"padding\": \"no\"}; padding is \"no\" and must be \"auto\", \"max_length\" or"
            + " \"longest\""
      })
  void refusesTextSettingsThatCannotBe(String settings, String message) {
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, 4)
        .output("text_embeds", TestGraph.FLOAT, -1, 4)
        .node("Cast", "input_ids", "text_embeds", "to", TestGraph.FLOAT)
        .write(folder.resolve("text_model.onnx"));
    model.config("falcon.json", settings);
    assertThatThrownBy(() -> open().openTextEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessage(folder.resolve("falcon.json") + ": " + message);
  }

  @Test
  void refusesGraphsOfAnotherShape() {
    model.text("vision_model.onnx", "text_embeds", TestGraph.INT64);
    assertThatThrownBy(() -> open().openImageEncoder(Sessions.onCpu()))
        .hasMessageContaining("has no input 'pixel_values'; its inputs are input_ids");
    new TestGraph()
        .input("pixel_values", TestGraph.FLOAT, 1, 3, 2, 2)
        .output("image_embeds", TestGraph.FLOAT, 1, 3, 2, 2)
        .node("Identity", "pixel_values", "image_embeds")
        .write(folder.resolve("vision_model.onnx"));
    assertThatThrownBy(() -> open().openImageEncoder(Sessions.onCpu()))
        .hasMessageContaining("with any batch, and this graph's input is pixel_values float [1, 3");
    TestGraph two = new TestGraph().input("other", TestGraph.FLOAT, -1, 3);
    TinyModel.visionInto(two, "image_embeds").write(folder.resolve("vision_model.onnx"));
    assertThatThrownBy(() -> open().openImageEncoder(Sessions.onCpu()))
        .hasMessageContaining("needs the input other float [?, 3]");
    model.vision("vision_model.onnx", "image_embeds");
    new TestGraph()
        .input("pixel_values", TestGraph.FLOAT, -1, 3, 2, 2)
        .output("last_hidden_state", TestGraph.FLOAT, -1, 3, 2, 2)
        .node("Identity", "pixel_values", "last_hidden_state")
        .write(folder.resolve("vision_model.onnx"));
    assertThatThrownBy(() -> open().openImageEncoder(Sessions.onCpu()))
        .hasMessageContaining("image_embeds or pooler_output");
  }

  @Test
  void refusesAPicturesVectorsWhoseNumberIsLeftOpen() {
    new TestGraph()
        .input("pixel_values", TestGraph.FLOAT, -1, 3, 2, 2)
        .output("image_embeds", TestGraph.FLOAT, -1, -1, 4)
        .longs("first", 0)
        .node("NonZero", "pixel_values", "places")
        .node("Cast", "places", "floats", "to", TestGraph.FLOAT)
        .node("Transpose", "floats", "rows")
        .node("Unsqueeze", "rows first", "image_embeds")
        .write(folder.resolve("vision_model.onnx"));
    assertThatThrownBy(() -> open().openImageEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(
            folder.resolve("vision_model.onnx") + ": gives image_embeds float [")
        .hasMessageEndingWith(
            ", ?, 4]; of several vectors per picture the export must say how many");
  }

  @Test
  void refusesOneVectorForTwoPictures() {
    new TestGraph()
        .input("pixel_values", TestGraph.FLOAT, -1, 3, 2, 2)
        .output("image_embeds", TestGraph.FLOAT, -1, 3)
        .longs("others", 0, 2, 3)
        .longs("shape", 1, 3)
        .node("ReduceMean", "pixel_values others", "mean", "keepdims", 0)
        .node("Reshape", "mean shape", "image_embeds")
        .write(folder.resolve("vision_model.onnx"));
    try (ImageEncoder encoder = open().openImageEncoder(Sessions.onCpu())) {
      assertThatThrownBy(() -> encoder.encode(pictures(encoder), 2))
          .isInstanceOf(FalconException.class)
          .hasMessage(
              folder.resolve("vision_model.onnx")
                  + ": output image_embeds has the shape [1, 3] for 2 rows; the export must leave"
                  + " the batch open");
    }
  }

  @Test
  void refusesTokensThatAreNoIntegers() {
    new TestGraph()
        .input("input_ids", TestGraph.FLOAT, -1, -1)
        .output("text_embeds", TestGraph.FLOAT, -1, -1)
        .node("Identity", "input_ids", "text_embeds")
        .write(folder.resolve("text_model.onnx"));
    assertThatThrownBy(() -> open().openTextEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder.resolve("text_model.onnx") + ": tokens go in as int64 or")
        .hasMessageEndingWith("this graph's input is input_ids float [?, ?]");
  }

  @Test
  void refusesStatementsAboutNoFixedNumberOfPictures() {
    model.splitMatcher();
    TinyModel.textInto(new TestGraph(), "logits", TestGraph.INT64)
        .input("image_states", TestGraph.FLOAT, -1, -1, 4, 3)
        .write(folder.resolve("statement_model.onnx"));
    assertThatThrownBy(() -> TaskModels.statementJudge(open(), Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder.resolve("statement_model.onnx") + ": pictures' states go in")
        .hasMessageEndingWith(
            "with a fixed number of images, and this graph's input is image_states float [?, ?, 4,"
                + " 3]");
  }

  @Test
  void refusesAnOrderOfCandidatesThatIsNone() {
    model
        .vision("vision_model.onnx", "image_embeds")
        .config("falcon.json", "{\"match_score\": \"cosine\"}");
    assertThatThrownBy(() -> open().addsSimilarity())
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder.resolve("falcon.json").toString())
        .hasMessageContaining("match_score is \"cosine\" and must be \"logit");
  }

  @Test
  void namesEveryFileThatItsResultsDependOn() {
    model.vision("onnx/vision_model.onnx", "image_embeds");
    assertThat(open().inputs())
        .extracting(Provenance.Input::name)
        .containsExactly(
            "onnx/vision_model.onnx",
            "preprocessor_config.json",
            "tokenizer.json",
            "tokenizer_config.json");
  }

  @Test
  void theCleaningCanBeOverridden() {
    model.text("text_model.onnx", "text_embeds", TestGraph.INT64);
    ModelOptions options = new ModelOptions(Precision.FP32, Optional.of(TextCleaning.SIGLIP));
    try (TextEncoder encoder =
        ModelFolder.open(folder, options).openTextEncoder(Sessions.onCpu())) {
      assertThat(encoder.pipeline().clean("A Dog.")).isEqualTo("a dog");
      assertThat(encoder.encode(List.of("re.d"))).containsExactly(1, 0, 0);
    }
  }

  @Test
  void aFileAndAHubIdAreNamedAsSuch() throws IOException {
    Path graph = Files.createFile(folder.resolve("model.onnx"));
    assertThatThrownBy(() -> ModelFolder.open(graph))
        .isInstanceOf(RequestException.class)
        .hasMessage(graph + ": is a file; give its folder, " + folder.toAbsolutePath());
    assertThatThrownBy(() -> ModelFolder.open(Path.of("sentence-transformers/all-MiniLM-L6-v2")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(
            "there is no such folder; it looks like a hub id: download its repository");
    assertThatThrownBy(() -> ModelFolder.open(folder.resolve("none")))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("there is no such folder");
  }
}
