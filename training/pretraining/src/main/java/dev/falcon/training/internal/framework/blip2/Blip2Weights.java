// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.blip2;

import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.Blip2Network;
import dev.falcon.onnx.network.block.EvaTransformer;
import dev.falcon.onnx.network.block.QFormer;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.training.internal.model.PositionGrid;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads a network's initial weights from a checkpoint of LAVIS or of Hugging Face, whose names are
 * also Falcon's; those of the Q-Former can also come from BERT. Positions of images are
 * interpolated to the network's patches, and those of captions are truncated to its maximum length.
 * The names are listed in docs/reference/weights.md.
 */
record Blip2Weights(ParameterLayout layout, Blip2Shape shape) {
  /** Returns the weights of the image encoder and of its final normalisation. */
  Map<String, Supplier<float[]>> image(SafeTensors file) {
    return load(file, name -> name.startsWith(EvaTransformer.PREFIX));
  }

  /**
   * Returns the weights of the Q-Former and its heads. If the temperature and the language
   * modelling head are missing, as in Hugging Face's checkpoints, they keep their initial values.
   */
  Map<String, Supplier<float[]>> text(SafeTensors file) {
    return load(file, name -> !name.startsWith(EvaTransformer.PREFIX));
  }

  private Map<String, Supplier<float[]>> load(SafeTensors file, Predicate<String> wanted) {
    Blip2Names names = Blip2Names.of(file);
    List<String> missing = new ArrayList<>();
    Map<String, Supplier<float[]>> weights = new LinkedHashMap<>();
    for (ParameterLayout.Entry entry : layout.entries()) {
      if (!wanted.test(entry.name())) {
        continue;
      }
      List<String> parts = there(file, names.of(entry.name()));
      if (parts.stream().allMatch(file::contains)) {
        weights.put(entry.name(), values(file, entry, parts));
      } else if (!names.restarts(entry.name())) {
        parts.stream().filter(name -> !file.contains(name)).forEach(missing::add);
      }
    }
    if (!missing.isEmpty()) {
      throw file.lacks(missing, "a BLIP-2 of this configuration");
    }
    return weights;
  }

  /**
   * Returns the names that the file has for parts. BERT's names may have a prefix, and those of
   * normalisations their oldest suffixes.
   */
  private static List<String> there(SafeTensors file, List<String> parts) {
    String name = parts.get(0);
    String old = name.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta");
    return Stream.of(name, old, "bert." + name, "bert." + old)
        .filter(file::contains)
        .findFirst()
        .map(found -> parts.size() == 1 ? List.of(found) : parts)
        .orElse(parts);
  }

  private Supplier<float[]> values(
      SafeTensors file, ParameterLayout.Entry entry, List<String> parts) {
    String name = parts.get(0);
    if (parts.size() == 2) {
      return joinedBias(file, entry, parts);
    }
    if (entry.name().equals(EvaTransformer.POSITIONS)) {
      return PositionGrid.read(file, name, 1, shape.side(), shape.image().width());
    }
    if (isWords(entry.name()) && lacksOneWord(file.shape(name), entry.shape())) {
      return () -> withOneMore(file.floats(name), entry);
    }
    if (entry.name().equals(QFormer.POSITIONS)) {
      return file.firstRows(name, entry.shape());
    }
    return file.exactly(name, entry.shape());
  }

  private static boolean isWords(String name) {
    return name.equals(QFormer.WORDS) || name.equals(Blip2Network.WORD_HEAD + "bias");
  }

  /**
   * Returns whether the file's table lacks exactly one row, that of the decoder's start token,
   * which BERT does not have.
   */
  private static boolean lacksOneWord(long[] there, long[] wanted) {
    long[] more = there.clone();
    more[0]++;
    return Arrays.equals(more, wanted);
  }

  private static float[] withOneMore(float[] words, ParameterLayout.Entry entry) {
    float[] more = Arrays.copyOf(words, entry.size());
    RandomStream random = RandomStream.of(0, entry.name());
    for (int i = words.length; i < more.length; i++) {
      more[i] = entry.first().next(random);
    }
    return more;
  }

  /** Joins LAVIS' biases of query and value; keys have no bias. */
  private static Supplier<float[]> joinedBias(
      SafeTensors file, ParameterLayout.Entry entry, List<String> parts) {
    int width = entry.size() / 3;
    for (String name : parts) {
      file.requireShape(name, new long[] {width});
    }
    return () -> {
      float[] bias = new float[entry.size()];
      for (int part = 0; part < 2; part++) {
        System.arraycopy(file.floats(parts.get(part)), 0, bias, 2 * part * width, width);
      }
      return bias;
    };
  }
}
