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
 * Initial weights from checkpoints of ViT, DeiT and BERT, or from Falcon's own. The result holds
 * the file's weights, under Falcon's names, without those that are missing by design, such as a
 * fusion encoder's cross-attention. The names are listed in docs/reference/weights.md.
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
   * All weights of the image encoder. Recognises Hugging Face's names of ViT and DeiT, with or
   * without the model's prefix, timm's, and Falcon's. The positions are interpolated to the
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
   * All weights of the text encoder, and those of the fusion encoder. BERT's first layers become
   * the text encoder, the following ones the fusion encoder; the head of masked language modelling
   * is read if present. Recognises Hugging Face's names of BERT, with or without prefix, and
   * Falcon's.
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
   * The table of positions, resized to the network's patches.
   *
   * @param distilled name of a second token after the class token; its position is dropped with it
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

  /** BERT's name of the fusion encoder's {@code encoder.layer.i}: above the text encoder's. */
  private String upperLayer(String name) {
    String[] parts = name.split("\\.", 4);
    int layer = Integer.parseInt(parts[2]) + network.config().text().layers();
    return String.join(".", parts[0], parts[1], Integer.toString(layer), parts[3]);
  }

  /** BERT's oldest files name a normalisation's weight gamma and its bias beta. */
  private void takeBert(ParameterLayout.Entry entry, String name) {
    String old =
        name.replace("LayerNorm.weight", "LayerNorm.gamma")
            .replace("LayerNorm.bias", "LayerNorm.beta");
    take(entry, file.contains(old) ? old : name);
  }

  /** The fusion encoder and the head are read, each whole, if the file has any part of them. */
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

  /** The prefix under which the file has the name. */
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
