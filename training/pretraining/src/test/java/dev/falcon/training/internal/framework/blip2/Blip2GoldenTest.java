// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.blip2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.ndarray.NDArray;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Framework.Encoding;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.loss.SoftTargets;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Negatives;
import dev.falcon.training.internal.loss.objective.TargetDistribution;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * States, vectors, all losses and all gradients against the numbers of LAVIS' own files, and the
 * names of both kinds of checkpoints, on a tiny network of random weights.
 */
class Blip2GoldenTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("falcon.testdata", "absent"), "frameworks", "blip2-tiny");
  private static final Path LAVIS = FOLDER.resolve("lavis.safetensors");
  private static final Path HUGGING_FACE = FOLDER.resolve("model.safetensors");
  private static final EncoderShape VISION = new EncoderShape(20, 2, 2, 40, 1e-6f);
  private static final EncoderShape TEXT = new EncoderShape(16, 2, 3, 32, 1e-12f);
  private static final int ROWS = 4;
  private static final int QUERIES = 4;
  private static final Vocabulary VOCABULARY = new Vocabulary(40, 0, 2, 4);

  private final Blip2Framework framework = framework(16, TEXT);
  private JsonNode golden;
  private Torch torch;
  private Parameters parameters;
  private TensorScope memory;
  private BatchInputs batch;

  private static Blip2Framework framework(int imageSize, EncoderShape text) {
    return new Blip2Framework(
        new ModelConfig(
            "blip2",
            imageSize,
            8,
            VISION,
            text,
            (text.layers() + 1) / 2,
            NormPlacement.POST,
            16,
            0,
            8,
            new TemperatureConfig(0.07f, 1e-3f, 10),
            Initialisation.NORMAL,
            QUERIES,
            0),
        VOCABULARY);
  }

  @BeforeEach
  void open() {
    assumeTrue(Files.isDirectory(FOLDER), "there is no " + FOLDER);
    golden = Json.readTree(FOLDER.resolve("golden.json"));
    torch = Torch.open("cpu", 1);
    Map<String, float[]> first = framework.layout().initialise(1);
    first.putAll(framework.imageWeights(LAVIS));
    first.putAll(framework.textWeights(LAVIS));
    parameters = new Parameters(torch.manager(), framework.layout(), first, true);
    memory = TensorScope.open(torch.manager());
    long[][] ids = Json.mapper().convertValue(golden.get("input_ids"), long[][].class);
    batch =
        BatchInputs.of(
            memory.manager(),
            floats(golden.get("pixel_values")),
            16,
            ids,
            framework.corrupt(ids, null),
            captions -> null,
            VOCABULARY);
  }

  @AfterEach
  void close() {
    if (torch != null) {
      memory.close();
      parameters.close();
      torch.close();
    }
  }

  private static float[] floats(JsonNode tree) {
    List<JsonNode> leaves = leaves(tree);
    float[] values = new float[leaves.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = leaves.get(i).floatValue();
    }
    return values;
  }

  private static List<JsonNode> leaves(JsonNode tree) {
    return tree.isArray()
        ? tree.valueStream().flatMap(part -> leaves(part).stream()).toList()
        : List.of(tree);
  }

  /** LAVIS' contrast, and matching with given negatives. */
  private record Given(JsonNode expected) implements ObjectiveTargets {
    @Override
    public NDArray contrast(BatchVectors vectors) {
      return new SoftTargets(0.1f, TargetDistribution.uniform())
          .loss(BatchSimilarities.of(vectors));
    }

    @Override
    public List<LabelledPair> pairs() {
      return new Negatives(ints("text_for_image"), ints("image_for_text")).pairs();
    }

    private int[] ints(String name) {
      return Json.mapper().convertValue(expected.get(name), int[].class);
    }
  }

  @Test
  void statesAndVectorsAreTheReferences() {
    Weights weights = parameters.untrained();
    Encoding images = framework.images(weights, batch.images());
    Encoding captions = framework.captions(weights, batch.captions(), batch.tokens());
    assertThat(images.states().toFloatArray())
        .containsExactly(floats(golden.get("image_states")), within(2e-5f));
    assertThat(images.vectors().toFloatArray())
        .containsExactly(floats(golden.get("image_vectors")), within(2e-6f));
    assertThat(captions.vectors().toFloatArray())
        .containsExactly(floats(golden.get("text_vectors")), within(2e-6f));
    assertThat(BatchVectors.ofImages(images.vectors(), captions.vectors(), QUERIES).toFloatArray())
        .containsExactly(floats(golden.get("similarity_max")), within(2e-6f));
    assertThat(
            BatchVectors.ofTexts(captions.vectors(), images.vectors(), QUERIES)
                .transpose()
                .toFloatArray())
        .containsExactly(floats(golden.get("similarity_max")), within(2e-6f));
  }

  @Test
  void everyPairIsJudgedAsTheReferenceDoes() {
    Weights weights = parameters.untrained();
    int[] imageOf = IntStream.range(0, ROWS * ROWS).map(pair -> pair / ROWS).toArray();
    int[] captionOf = IntStream.range(0, ROWS * ROWS).map(pair -> pair % ROWS).toArray();
    float[] logits =
        framework
            .matcher()
            .orElseThrow()
            .logits(
                weights,
                framework.images(weights, batch.images()).states(),
                batch.captions(),
                framework.captions(weights, batch.captions(), batch.tokens()).states(),
                imageOf,
                captionOf);
    assertThat(logits).containsExactly(floats(golden.get("itm_score")), within(1e-5f));
    assertThat(framework.matcher().orElseThrow().score(1.5f, 0.25f)).isEqualTo(1.75f);
  }

  @Test
  void theHardestNegativesAreTheReferences() {
    float[] similarities = floats(golden.get("similarity_max"));
    JsonNode expected = golden.get("negatives_hardest");
    Negatives hardest = Negatives.hardest(similarities, similarities, ROWS);
    assertThat(hardest.texts()).isEqualTo(new Given(expected).ints("text_for_image"));
    assertThat(hardest.images()).isEqualTo(new Given(expected).ints("image_for_text"));
  }

  @Test
  void lossesAndGradientsAreTheReferences() {
    Map<String, Double> terms = new TreeMap<>();
    ObjectiveTargets decision = new Given(golden.get("negatives_hardest"));
    torch.differentiate(
        () -> {
          Losses losses = framework.losses(parameters.weights(), batch, vectors -> decision, 0);
          losses.terms().forEach((name, loss) -> terms.put(name, (double) loss.getFloat()));
          return losses.total();
        });
    terms.forEach(
        (name, loss) ->
            assertThat(loss)
                .as(name)
                .isCloseTo(golden.get("losses").get(name).doubleValue(), within(5e-6)));
    assertThat(terms).hasSize(3);
    Map<String, float[]> gradients = parameters.gradients();
    assertThat(gradients.keySet()).noneMatch(name -> name.startsWith("vision_model.encoder"));
    JsonNode norms = golden.get("gradient_norms_of_total");
    gradients.forEach(
        (name, gradient) -> {
          String theirs = Blip2Names.LAVIS.of(name).get(0);
          JsonNode expected = norms.get(theirs);
          assertThat(expected).as(theirs).isNotNull();
          double squares = 0;
          for (float value : gradient) {
            squares += (double) value * value;
          }
          assertThat(Math.sqrt(squares))
              .as(theirs)
              .isCloseTo(
                  expected.doubleValue(), within(3e-5 * Math.max(1, expected.doubleValue())));
        });
  }

  @Test
  void otherNegativesGiveTheReferencesLosses() {
    JsonNode expected = golden.get("losses_with_negatives");
    Losses losses =
        framework.losses(parameters.untrained(), batch, vectors -> new Given(expected), 0);
    assertThat((double) losses.terms().get("itm").getFloat())
        .isCloseTo(expected.get("losses").get("itm").doubleValue(), within(5e-6));
    assertThat((double) losses.total().getFloat())
        .isCloseTo(expected.get("losses").get("total").doubleValue(), within(1e-5));
  }

  @Test
  void everyTokenIsPredictedAsByTheReference() {
    Losses losses =
        framework.losses(
            parameters.untrained(),
            batch,
            vectors -> new Given(golden.get("negatives_hardest")),
            0);
    float[] predicted = losses.generative().perToken().toFloatArray();
    float[] all = floats(golden.get("itg_token_losses_label_smoothed"));
    float[] masked = floats(golden.get("itg_label_mask"));
    int at = 0;
    for (int i = 0; i < all.length; i++) {
      if (masked[i] == 1) {
        assertThat(predicted[at++]).isCloseTo(all[i], within(1e-5f));
      }
    }
    assertThat(at).isEqualTo(predicted.length);
  }

  @Test
  void huggingFacesFileHoldsTheSameWeights() {
    Map<String, float[]> theirs = framework.imageWeights(HUGGING_FACE);
    theirs.putAll(framework.textWeights(HUGGING_FACE));
    Map<String, float[]> own = parameters.copy();
    theirs.forEach((name, values) -> assertThat(values).as(name).isEqualTo(own.get(name)));
    assertThat(own.keySet())
        .filteredOn(name -> !theirs.containsKey(name))
        .allMatch(name -> name.equals("temperature") || name.startsWith("mlm_head."))
        .isNotEmpty();
  }

  /** A BERT made of the reference's own words: what queries have of it are copies. */
  @Test
  void theQFormerStartsFromBert(@TempDir Path temporary) {
    SafeTensorsWriter writer = new SafeTensorsWriter();
    try (SafeTensors lavis = SafeTensors.open(LAVIS)) {
      for (String name : lavis.names()) {
        boolean words = name.startsWith("Qformer.bert.") && !name.contains("_query");
        if (words && !name.contains("crossattention")) {
          float[] values = lavis.floats(name);
          long[] shape = lavis.shape(name);
          if (name.endsWith("word_embeddings.weight")) {
            shape = new long[] {39, 16}; // without [DEC]
            values = Arrays.copyOf(values, 39 * 16);
          }
          writer.tensor(name.substring("Qformer.".length()), values, shape);
        }
      }
    }
    Path bert = temporary.resolve("bert.safetensors");
    writer.write(bert);
    Map<String, float[]> loaded = framework.textWeights(bert);
    Map<String, float[]> own = parameters.copy();
    String layer = "qformer.encoder.layer.0.";
    assertThat(loaded.get(layer + "attention.attention.query.weight"))
        .isEqualTo(own.get(layer + "attention.attention.query.weight"));
    assertThat(loaded.get(layer + "intermediate_query.dense.weight"))
        .isEqualTo(own.get(layer + "intermediate.dense.weight"));
    assertThat(loaded.get("embeddings.word_embeddings.weight"))
        .hasSize(40 * 16)
        .startsWith(Arrays.copyOf(own.get("embeddings.word_embeddings.weight"), 39 * 16));
    assertThat(loaded)
        .doesNotContainKeys("query_tokens", "itm_head.weight", "temperature")
        .doesNotContainKey(layer + "crossattention.attention.key.weight");
  }

  @Test
  void anotherShapeIsRefusedInOneLine() {
    Blip2Framework wider = framework(16, new EncoderShape(16, 2, 3, 48, 1e-12f));
    assertThatThrownBy(() -> wider.textWeights(LAVIS))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(
            "Qformer.bert.encoder.layer.0.intermediate.dense.weight has the shape [32, 16]; this"
                + " network needs [48, 16]");
  }

  @Test
  void namesMissingWeights() {
    Blip2Framework deeper = framework(16, new EncoderShape(16, 2, 4, 32, 1e-12f));
    assertThatThrownBy(() -> deeper.textWeights(HUGGING_FACE))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(
            " tensors of a BLIP-2 of this configuration: qformer.encoder.layer.3.")
        .hasMessageMatching(".*(, qformer\\.[^,]*){4}, and [1-9]\\d* more");
  }

  /** 3 x 3 patches where the file has 2 x 2: the class token's position stays. */
  @Test
  void positionsFitAnotherResolution() {
    float[] positions =
        framework(24, TEXT).imageWeights(LAVIS).get("vision_model.embeddings.position_embedding");
    float[] first = parameters.copy().get("vision_model.embeddings.position_embedding");
    assertThat(positions).hasSize(10 * 20).startsWith(Arrays.copyOf(first, 20));
  }

  @Test
  void theFrozenEncoderLooksAtABatchOnce() {
    NDArray first = batch.frozen().of(memory.manager(), () -> batch.images().duplicate());
    assertThat(batch.frozen().of(memory.manager(), () -> null)).isSameAs(first);
  }
}
