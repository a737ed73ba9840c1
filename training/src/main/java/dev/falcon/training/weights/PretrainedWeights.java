package dev.falcon.training.weights;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.export.NetworkShape;
import dev.falcon.onnx.export.NetworkShape.EncoderShape;
import dev.falcon.onnx.export.NetworkShape.NormPlacement;
import dev.falcon.onnx.graph.Tensor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts a network from checkpoints of ViT, DeiT and BERT, or from Falcon's own weights. The result
 * holds what the file has, under Falcon's names; what is missing by design, such as a fusion
 * encoder's cross-attention, is not in it.
 */
public final class PretrainedWeights {
  private static final String VISION = "vision_model.";
  private static final String TEXT = "text_model.";
  private static final String FUSION = "fusion_model.";

  private final SafeTensors file;
  private final Map<String, Tensor> weights = new LinkedHashMap<>();

  private PretrainedWeights(SafeTensors file) {
    this.file = file;
  }

  /**
   * The image encoder's weights. Hugging Face's names of ViT and DeiT, with or without the model's
   * prefix, and Falcon's are known. The positions are interpolated to the network's patches.
   */
  public static Map<String, Tensor> imageEncoder(Path path, NetworkShape shape) {
    PretrainedWeights loader = new PretrainedWeights(SafeTensors.open(path));
    loader.vit(shape);
    return loader.weights;
  }

  /**
   * The text and fusion encoder's weights. Of BERT's layers, the first become the text encoder, the
   * following ones the fusion encoder; the head of masked language modelling comes along where it
   * is there. Hugging Face's names of BERT, with or without prefix, and Falcon's are known.
   */
  public static Map<String, Tensor> textEncoders(Path path, NetworkShape shape) {
    PretrainedWeights loader = new PretrainedWeights(SafeTensors.open(path));
    if (loader.file.contains(TEXT + "embeddings.word_embeddings.weight")) {
      loader.own();
    } else if (shape.textNorm() == NormPlacement.PRE) {
      throw new RequestException(
          path + ": BERT normalises after each sub-block; the text encoder must do so too");
    } else {
      loader.bert(shape);
    }
    return loader.weights;
  }

  private void vit(NetworkShape shape) {
    EncoderShape image = shape.image();
    int width = image.width();
    String from = prefix("embeddings.cls_token", VISION, "vit.", "deit.", "");
    String patches = "embeddings.patch_embeddings.projection";
    take(VISION + "embeddings.cls_token", from + "embeddings.cls_token", 1, 1, width);
    weights.put(VISION + "embeddings.position_embeddings", positions(from, shape));
    take(
        VISION + patches + ".weight",
        from + patches + ".weight",
        width,
        3,
        shape.patchSize(),
        shape.patchSize());
    take(VISION + patches + ".bias", from + patches + ".bias", width);
    for (int i = 0; i < image.layers(); i++) {
      String block = "encoder.layer." + i + ".";
      block(
          VISION + block,
          from + block,
          image,
          "attention.attention",
          List.of("layernorm_before", "layernorm_after"));
    }
    norm(VISION + "layernorm", from + "layernorm", width);
  }

  private Tensor positions(String from, NetworkShape shape) {
    String name = from + "embeddings.position_embeddings";
    int width = shape.image().width();
    int side = shape.imageSize() / shape.patchSize();
    Tensor positions = file.read(name);
    if (file.contains(from + "embeddings.distillation_token")) {
      positions = withoutDistillationToken(positions);
    }
    long[] found = positions.shape();
    long grid = found.length == 3 ? found[1] - 1 : -1;
    int oldSide = (int) Math.sqrt((double) Math.max(grid, 0));
    if (found.length != 3
        || found[0] != 1
        || found[2] != width
        || oldSide < 1
        || (long) oldSide * oldSide != grid) {
      throw new FalconException(
          file.path()
              + ": "
              + name
              + " has the shape "
              + Arrays.toString(file.shape(name))
              + "; right is [1, 1 + a square, "
              + width
              + "]");
    }
    return oldSide == side ? positions : PositionGrid.resized(positions, side);
  }

  /** Distilled DeiT has a second token after the class token; its position goes with it. */
  private static Tensor withoutDistillationToken(Tensor positions) {
    long[] shape = positions.shape();
    int width = Math.toIntExact(shape[2]);
    float[] all = positions.toFloats();
    float[] kept = new float[all.length - width];
    System.arraycopy(all, 0, kept, 0, width);
    System.arraycopy(all, 2 * width, kept, width, kept.length - width);
    return Tensor.float32(kept, 1, shape[1] - 1, width);
  }

  private void bert(NetworkShape shape) {
    EncoderShape text = shape.text();
    int width = text.width();
    String from = prefix("embeddings.word_embeddings.weight", "bert.", "");
    String embeddings = "embeddings.";
    take(
        TEXT + embeddings + "word_embeddings.weight",
        from + embeddings + "word_embeddings.weight",
        shape.vocabulary(),
        width);
    weights.put(
        TEXT + embeddings + "position_embeddings.weight",
        firstRows(from + embeddings + "position_embeddings.weight", shape.maxTokens(), width));
    take(
        TEXT + embeddings + "token_type_embeddings.weight",
        from + embeddings + "token_type_embeddings.weight",
        2,
        width);
    norm(TEXT + embeddings + "LayerNorm", from + embeddings + "LayerNorm", width);
    for (int i = 0; i < text.layers() + shape.fusionLayers(); i++) {
      boolean fusion = i >= text.layers();
      int layer = fusion ? i - text.layers() : i;
      block(
          (fusion ? FUSION : TEXT) + "encoder.layer." + layer + ".",
          from + "encoder.layer." + i + ".",
          text,
          "attention.self",
          List.of("attention.output.LayerNorm", "output.LayerNorm"));
    }
    if (file.contains("cls.predictions.bias")) {
      String head = "cls.predictions.";
      linear("mlm_head.transform.dense", head + "transform.dense", width, width);
      norm("mlm_head.transform.LayerNorm", head + "transform.LayerNorm", width);
      take("mlm_head.bias", head + "bias", shape.vocabulary());
    }
  }

  /** The names are Falcon's; shapes are for whoever takes the weights to check. */
  private void own() {
    for (String name : file.names()) {
      if (name.startsWith(TEXT) || name.startsWith(FUSION) || name.startsWith("mlm_head.")) {
        weights.put(name, file.read(name));
      }
    }
  }

  private void block(
      String to, String from, EncoderShape shape, String attention, List<String> norms) {
    int width = shape.width();
    for (String part : List.of(".query", ".key", ".value")) {
      linear(to + attention + part, from + attention + part, width, width);
    }
    linear(to + "attention.output.dense", from + "attention.output.dense", width, width);
    linear(to + "intermediate.dense", from + "intermediate.dense", shape.feedForward(), width);
    linear(to + "output.dense", from + "output.dense", width, shape.feedForward());
    for (String name : norms) {
      norm(to + name, from + name, width);
    }
  }

  private void linear(String to, String from, int out, int in) {
    take(to + ".weight", from + ".weight", out, in);
    take(to + ".bias", from + ".bias", out);
  }

  /** A normalisation; BERT's oldest files call its weight gamma and its bias beta. */
  private void norm(String to, String from, int width) {
    boolean old = file.contains(from + ".gamma");
    take(to + ".weight", from + (old ? ".gamma" : ".weight"), width);
    take(to + ".bias", from + (old ? ".beta" : ".bias"), width);
  }

  private Tensor firstRows(String name, int rows, int width) {
    long[] shape = file.shape(name);
    if (shape.length != 2 || shape[0] < rows || shape[1] != width) {
      throw wrongShape(name, rows + " or more, " + width);
    }
    float[] values = Arrays.copyOf(file.read(name).toFloats(), rows * width);
    return Tensor.float32(values, rows, width);
  }

  private void take(String to, String from, long... shape) {
    if (!Arrays.equals(file.shape(from), shape)) {
      String wanted = Arrays.toString(shape);
      throw wrongShape(from, wanted.substring(1, wanted.length() - 1));
    }
    weights.put(to, file.read(from));
  }

  private FalconException wrongShape(String name, String wanted) {
    return new FalconException(
        file.path()
            + ": "
            + name
            + " has the shape "
            + Arrays.toString(file.shape(name))
            + "; this network wants ["
            + wanted
            + "]");
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
            + ", with or without a prefix; its names are not those of Hugging Face's models");
  }
}
