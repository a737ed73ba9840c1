// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import ai.onnxruntime.OnnxTensor;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import dev.falcon.onnx.text.TokenBatch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A graph's token inputs: {@code input_ids} and, if the graph has them, {@code attention_mask},
 * {@code token_type_ids} and {@code position_ids}; all {@code [batch, length]}, int32 or int64.
 *
 * @param specs the graph's inputs, the ids first
 * @param length the graph's fixed length; empty if the length is dynamic
 */
public record TokenInputs(List<TensorSpec> specs, OptionalInt length) {
  private static final String IDS = "input_ids";
  private static final String MASK = "attention_mask";
  private static final String TYPES = "token_type_ids";
  private static final int PLACEHOLDER_LENGTH = 2;

  /** The part of a batch that each input receives, by the input's name. */
  private static final Map<String, Function<TokenBatch, int[]>> ALL =
      Map.of(
          IDS,
          TokenBatch::ids,
          MASK,
          TokenBatch::mask,
          TYPES,
          TokenBatch::types,
          "position_ids",
          TokenInputs::positions);

  /** Returns the graph's token inputs; empty if it has none. */
  public static Optional<TokenInputs> find(GraphSession session) {
    return session.input(IDS).isPresent() ? Optional.of(require(session)) : Optional.empty();
  }

  /** Finds the inputs and checks their types and shapes. */
  public static TokenInputs require(GraphSession session) {
    TensorSpec ids = session.requireInput(IDS);
    List<TensorSpec> specs =
        session.inputs().stream().filter(spec -> ALL.containsKey(spec.name())).toList();
    for (TensorSpec spec : specs) {
      if (!Tensors.isInteger(spec) || spec.rank() != 2 || spec.dimension(0) != TensorSpec.OPEN) {
        throw new FalconException(
            session.file()
                + ": tokens go in as int64 or int32 [batch, length] with any batch, and this"
                + " graph's input is "
                + spec);
      }
    }
    long length = ids.dimension(1);
    return new TokenInputs(
        specs,
        length == TensorSpec.OPEN ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(length)));
  }

  /** Returns the names of the inputs. */
  public List<String> names() {
    return specs.stream().map(TensorSpec::name).toList();
  }

  /** Returns whether the input is a decoder's cache of earlier tokens. */
  public static boolean isCache(TensorSpec spec) {
    return spec.name().startsWith("past_key_values");
  }

  /** Returns whether the graph has an input for the padding mask. */
  public boolean hasMask() {
    return specs.stream().anyMatch(spec -> spec.name().equals(MASK));
  }

  /**
   * Returns whether the graph has an input for token types, which distinguish the two texts of a
   * pair.
   */
  public boolean hasTypes() {
    return specs.stream().anyMatch(spec -> spec.name().equals(TYPES));
  }

  /** Adds the tensors of a batch to a graph's inputs. */
  public void put(Map<String, OnnxTensor> feed, GraphSession session, TokenBatch batch) {
    for (TensorSpec spec : specs) {
      int[] values = ALL.get(spec.name()).apply(batch);
      feed.put(spec.name(), Tensors.integers(session, spec, values, batch.rows(), batch.length()));
    }
  }

  private static int[] positions(TokenBatch batch) {
    int[] positions = new int[batch.ids().length];
    Arrays.setAll(positions, i -> i % batch.length());
    return positions;
  }

  /**
   * Returns one caption of zeros, for a graph that requires tokens even if only pictures or shapes
   * matter.
   */
  public TokenBatch placeholder() {
    return sample(1, 1, PLACEHOLDER_LENGTH);
  }

  /**
   * Returns captions of tokens spread over the whole vocabulary, all different.
   *
   * @param rows number of captions
   * @param vocabulary the number of ids
   * @param mostTokens the number of tokens per caption, if the graph has no fixed length
   */
  public TokenBatch sample(int rows, int vocabulary, int mostTokens) {
    int tokens = length.orElse(mostTokens);
    int[] ids = new int[rows * tokens];
    Arrays.setAll(ids, i -> (int) ((i + 1L) * (vocabulary - 1) / ids.length));
    int[] mask = new int[ids.length];
    Arrays.fill(mask, 1);
    return new TokenBatch(rows, tokens, ids, mask);
  }
}
