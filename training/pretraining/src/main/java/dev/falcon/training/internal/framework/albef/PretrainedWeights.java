// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.block.TextTransformer;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.model.PositionGrid;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads initial weights from checkpoints of ViT, DeiT and BERT, or from Falcon's own. The result
 * holds the file's weights under Falcon's names. It lacks the weights that such a file does not
 * have by design, such as the cross-attention of a fusion encoder. The names are listed in
 * docs/reference/weights.md.
 */
final class PretrainedWeights {
  private static final String VISION = VisionTransformer.PREFIX;
  private static final String TEXT = TextTransformer.PREFIX;
  private static final String FUSION = FusionTransformer.PREFIX;
  private static final String WORD_HEAD = "mlm_head.";
  private static final String BERT_WORD_HEAD = "cls.predictions.";
  private static final String POSITIONS = "embeddings.position_embeddings";

  private final SafeTensors file;
  private final Albef network;
  private final Map<String, Supplier<float[]>> weights = new LinkedHashMap<>();

  private PretrainedWeights(SafeTensors file, Albef network) {
    this.file = file;
    this.network = network;
  }

  /**
   * Returns all weights of the image encoder. Recognises Hugging Face's names of ViT and DeiT, with
   * or without the model's prefix, timm's names, and Falcon's. Positions are interpolated to the
   * network's patches.
   */
  static Map<String, Supplier<float[]>> imageEncoder(SafeTensors file, Albef network) {
    PretrainedWeights loader = new PretrainedWeights(file, network);
    if (TimmNames.are(file)) {
      loader.timm();
    } else {
      loader.vit();
    }
    return loader.weights;
  }

  /**
   * Returns all weights of the text encoder, and those of the fusion encoder that the file has.
   * BERT's first layers become the text encoder, the following ones the fusion encoder; the head of
   * masked language modelling is read if it is present. Recognises Hugging Face's names of BERT,
   * with or without prefix, and Falcon's.
   */
  static Map<String, Supplier<float[]>> textEncoders(SafeTensors file, Albef network) {
    PretrainedWeights loader = new PretrainedWeights(file, network);
    if (file.contains(TextTransformer.WORDS)) {
      loader.own();
    } else if (network.config().textNorm() == NormPlacement.PRE) {
      throw new RequestException(
          file.path() + ": BERT normalises after each sub-block; the text encoder must do so too");
    } else {
      loader.bert();
    }
    return loader.weights;
  }

  private void vit() {
    String prefix = prefix("embeddings.cls_token", VISION, "vit.", "deit.", "");
    for (ParameterLayout.Entry entry : network.layout().entries()) {
      if (entry.name().equals(VISION + POSITIONS)) {
        String distilled = prefix + "embeddings.distillation_token";
        weights.put(entry.name(), imagePositions(prefix + POSITIONS, distilled));
      } else if (entry.name().startsWith(VISION)) {
        take(entry, prefix + entry.name().substring(VISION.length()));
      }
    }
  }

  private void timm() {
    for (ParameterLayout.Entry entry : network.layout().entries()) {
      if (entry.name().equals(VISION + POSITIONS)) {
        weights.put(
            entry.name(), imagePositions(TimmNames.POSITIONS, TimmNames.DISTILLATION_TOKEN));
      } else if (entry.name().startsWith(VISION)) {
        takeTimm(entry, TimmNames.of(entry.name().substring(VISION.length())));
      }
    }
  }

  private void takeTimm(ParameterLayout.Entry entry, TimmNames.Place place) {
    long[] wanted = entry.shape().clone();
    wanted[0] *= place.parts();
    file.requireShape(place.name(), wanted);
    int size = entry.size();
    int from = place.part() * size;
    weights.put(
        entry.name(), () -> Arrays.copyOfRange(file.floats(place.name()), from, from + size));
  }

  /**
   * Returns the table of positions, resized to the network's patches.
   *
   * @param distilled the name of a second token after the class token; if the file has it, its
   *     position is dropped
   */
  private Supplier<float[]> imagePositions(String name, String distilled) {
    ModelConfig model = network.config();
    int to = model.imageSize() / model.patchSize();
    return PositionGrid.read(
        file, name, file.contains(distilled) ? 2 : 1, to, model.vision().width());
  }

  private void bert() {
    String prefix = prefix("embeddings.word_embeddings.weight", "bert.", "");
    boolean wordHead = file.contains(BERT_WORD_HEAD + "bias");
    for (ParameterLayout.Entry entry : network.layout().entries()) {
      String name = entry.name();
      if (name.equals(TEXT + POSITIONS + ".weight")) {
        weights.put(name, file.firstRows(prefix + POSITIONS + ".weight", entry.shape()));
      } else if (name.startsWith(TEXT)) {
        takeBert(entry, prefix + name.substring(TEXT.length()));
      } else if (name.startsWith(FUSION) && !name.contains("crossattention")) {
        takeBert(entry, prefix + upperLayer(name.substring(FUSION.length())));
      } else if (name.startsWith(WORD_HEAD) && wordHead) {
        takeBert(entry, BERT_WORD_HEAD + name.substring(WORD_HEAD.length()));
      }
    }
  }

  /**
   * Returns BERT's name of the fusion encoder's {@code encoder.layer.i}, whose layers follow those
   * of the text encoder.
   */
  private String upperLayer(String name) {
    String[] parts = name.split("\\.", 4);
    int layer = Integer.parseInt(parts[2]) + network.config().text().layers();
    return String.join(".", parts[0], parts[1], Integer.toString(layer), parts[3]);
  }

  /**
   * Reads a parameter from BERT. The oldest files name a normalisation's weight gamma and its bias
   * beta.
   */
  private void takeBert(ParameterLayout.Entry entry, String name) {
    String old =
        name.replace("LayerNorm.weight", "LayerNorm.gamma")
            .replace("LayerNorm.bias", "LayerNorm.beta");
    take(entry, file.contains(old) ? old : name);
  }

  /**
   * Reads Falcon's own file. The fusion encoder and the head are each read as a whole if the file
   * has any part of them.
   */
  private void own() {
    for (String part : new String[] {TEXT, FUSION, WORD_HEAD}) {
      if (file.names().stream().anyMatch(name -> name.startsWith(part))) {
        network.layout().entries().stream()
            .filter(entry -> entry.name().startsWith(part))
            .forEach(entry -> take(entry, entry.name()));
      }
    }
  }

  private void take(ParameterLayout.Entry entry, String name) {
    weights.put(entry.name(), file.exactly(name, entry.shape()));
  }

  /** Returns the prefix with which the file has the name. */
  private String prefix(String name, String... prefixes) {
    for (String prefix : prefixes) {
      if (file.contains(prefix + name)) {
        return prefix;
      }
    }
    throw new FalconException(
        file.path()
            + ": has no tensor named "
            + name
            + ", with or without a prefix; its names are none that Falcon knows, which docs/reference/weights.md lists");
  }
}
