package dev.falcon.training.internal.start;

import dev.falcon.data.FalconException;
import dev.falcon.training.internal.model.FusionEncoder;
import dev.falcon.training.internal.model.TextEncoder;
import dev.falcon.training.internal.model.VisionEncoder;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * First weights from a safetensors file of Hugging Face's ViT, DeiT or BERT, or of Falcon's own.
 *
 * @param file the file
 * @param layout the network whose parameters are wanted
 */
record PretrainedWeights(Path file, ParameterLayout layout) {
  private static final String POSITIONS = VisionEncoder.PREFIX + "embeddings.position_embeddings";
  private static final String TEXT_POSITIONS =
      TextEncoder.PREFIX + "embeddings.position_embeddings.weight";
  private static final List<String> VISION_PREFIXES =
      List.of(VisionEncoder.PREFIX, "vit.", "deit.", "");
  private static final List<String> TEXT_PREFIXES = List.of(TextEncoder.PREFIX, "bert.", "");

  /** All parameters of the image encoder; positions are interpolated to the wanted grid. */
  Map<String, float[]> imageEncoder() {
    Map<String, float[]> weights = new LinkedHashMap<>();
    try (SafeTensors tensors = SafeTensors.open(file)) {
      String prefix = prefix(tensors, VISION_PREFIXES, "embeddings.cls_token");
      for (ParameterLayout.Entry entry : layout.entries()) {
        if (entry.name().startsWith(VisionEncoder.PREFIX)) {
          String name = prefix + entry.name().substring(VisionEncoder.PREFIX.length());
          weights.put(
              entry.name(),
              entry.name().equals(POSITIONS)
                  ? positions(tensors, name, entry)
                  : exact(tensors, name, entry));
        }
      }
    }
    return weights;
  }

  /**
   * All parameters of the text encoder, and those of the fusion encoder and of the word head that a
   * text encoder has: BERT's layers above the text encoder's become the fusion encoder's, whose
   * cross-attention stays as it was.
   *
   * @param textLayers layers of the text encoder
   */
  Map<String, float[]> textEncoder(int textLayers) {
    Map<String, float[]> weights = new LinkedHashMap<>();
    try (SafeTensors tensors = SafeTensors.open(file)) {
      String prefix = prefix(tensors, TEXT_PREFIXES, "embeddings.word_embeddings.weight");
      for (ParameterLayout.Entry entry : layout.entries()) {
        String source = textName(entry.name(), prefix, textLayers, tensors);
        if (source != null) {
          weights.put(
              entry.name(),
              entry.name().equals(TEXT_POSITIONS)
                  ? firstRows(tensors, source, entry)
                  : exact(tensors, source, entry));
        }
      }
    }
    return weights;
  }

  /** The file's name of a parameter; null for one that stays as it was. */
  private static String textName(String name, String prefix, int textLayers, SafeTensors tensors) {
    if (name.startsWith(TextEncoder.PREFIX)) {
      return named(tensors, prefix + name.substring(TextEncoder.PREFIX.length()));
    }
    if (name.startsWith(FusionEncoder.PREFIX)) {
      if (tensors.names().contains(name)) {
        return name;
      }
      if (name.contains("crossattention")) {
        return null;
      }
      String[] parts = name.substring(FusionEncoder.PREFIX.length()).split("\\.", 4);
      int layer = Integer.parseInt(parts[2]) + textLayers;
      return named(tensors, prefix + parts[0] + "." + parts[1] + "." + layer + "." + parts[3]);
    }
    if (name.startsWith("mlm_head.")) {
      if (tensors.names().contains(name)) {
        return name;
      }
      String head = "cls.predictions." + name.substring("mlm_head.".length());
      return tensors.names().contains(named(tensors, head)) ? named(tensors, head) : null;
    }
    return null;
  }

  /** Old checkpoints of BERT call a normalisation's weight gamma and its bias beta. */
  private static String named(SafeTensors tensors, String name) {
    if (tensors.names().contains(name)) {
      return name;
    }
    String old =
        name.replace("LayerNorm.weight", "LayerNorm.gamma")
            .replace("LayerNorm.bias", "LayerNorm.beta");
    return tensors.names().contains(old) ? old : name;
  }

  private String prefix(SafeTensors tensors, List<String> prefixes, String probe) {
    for (String prefix : prefixes) {
      if (tensors.names().contains(prefix + probe)) {
        return prefix;
      }
    }
    throw new FalconException(
        file + ": holds no encoder of the wanted kind: no tensor is called " + probe);
  }

  private float[] exact(SafeTensors tensors, String name, ParameterLayout.Entry entry) {
    if (!Arrays.equals(tensors.shape(name), entry.shape())) {
      throw new FalconException(
          file
              + ": "
              + name
              + " has shape "
              + Arrays.toString(tensors.shape(name))
              + "; the configured model wants "
              + Arrays.toString(entry.shape()));
    }
    return tensors.floats(name);
  }

  /** A table of positions may be longer than what is wanted. */
  private float[] firstRows(SafeTensors tensors, String name, ParameterLayout.Entry entry) {
    long[] shape = tensors.shape(name);
    if (shape.length != 2 || shape[1] != entry.shape()[1] || shape[0] < entry.shape()[0]) {
      return exact(tensors, name, entry);
    }
    return Arrays.copyOf(tensors.floats(name), entry.size());
  }

  private float[] positions(SafeTensors tensors, String name, ParameterLayout.Entry entry) {
    long[] shape = tensors.shape(name);
    int width = (int) entry.shape()[2];
    int from = shape.length == 3 ? (int) Math.round(Math.sqrt((double) shape[1] - 1)) : 0;
    int to = (int) Math.round(Math.sqrt((double) entry.shape()[1] - 1));
    boolean square = shape.length == 3 && shape[1] == (long) from * from + 1;
    if (!square || shape[2] != width || from == to) {
      return exact(tensors, name, entry);
    }
    float[] source = tensors.floats(name);
    float[] grid = Arrays.copyOfRange(source, width, source.length);
    float[] scaled = Bicubic.resize(grid, from, to, width);
    float[] result = new float[entry.size()];
    System.arraycopy(source, 0, result, 0, width);
    System.arraycopy(scaled, 0, result, width, scaled.length);
    return result;
  }
}
