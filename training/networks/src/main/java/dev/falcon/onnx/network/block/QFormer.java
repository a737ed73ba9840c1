// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.Attention.Looks;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.Blip2Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * BLIP-2's Q-Former (Li et al., 2023, section 3.1): a BERT whose learned queries attend to an
 * image's tokens in every second block. Weights are named as in Hugging Face's {@code
 * Blip2ForImageTextRetrieval}. Its three passes differ in the mask between queries and words:
 *
 * <ul>
 *   <li>{@link #queries} and {@link #words}: queries and words attend only to their own kind
 *       (contrast);
 *   <li>{@link #together}: full attention (matching);
 *   <li>{@link #predicted}: words attend to the queries and to earlier words, and queries only to
 *       queries (generation). It uses the keys and values from the queries' pass.
 * </ul>
 */
public final class QFormer {
  private static final String PREFIX = "qformer.";
  private static final String EMBEDDINGS = "embeddings";

  /** The name of the learned queries. */
  public static final String QUERIES = "query_tokens";

  /** The name of the embedding table, which the generation head shares. */
  public static final String WORDS = EMBEDDINGS + ".word_embeddings.weight";

  /** The name of the table of positions. */
  public static final String POSITIONS = EMBEDDINGS + ".position_embeddings.weight";

  private static final String EMBEDDING_NORM = PREFIX + "layernorm";

  private final Blip2Shape shape;
  private final List<QFormerBlock> blocks = new ArrayList<>();

  /** Creates the Q-Former of a network. */
  public QFormer(Blip2Shape shape) {
    this.shape = shape;
    for (int i = 0; i < shape.text().layers(); i++) {
      String prefix = PREFIX + "encoder.layer." + i + ".";
      blocks.add(new QFormerBlock(prefix, shape.text(), i % 2 == 0));
    }
  }

  /** Declares the Q-Former's weights. */
  public void declare(Declarations declare) {
    int width = shape.text().width();
    Declarations.First normal = Declarations.First.normal(Declarations.DEVIATION);
    declare.weight(QUERIES, normal, 1, shape.queries(), width);
    declare.weight(
        WORDS, new Declarations.First(Declarations.First.Kind.WORDS, 0), shape.vocabulary(), width);
    declare.weight(POSITIONS, normal, shape.maxTokens(), width);
    declare.layerNorm(EMBEDDING_NORM, width);
    blocks.forEach(block -> block.declare(declare, shape.image().width(), true));
  }

  /** Declares only the weights that queries need, as in BLIP-2's second stage. */
  public void declareQueries(Declarations declare) {
    int width = shape.text().width();
    Declarations.First normal = Declarations.First.normal(Declarations.DEVIATION);
    declare.weight(QUERIES, normal, 1, shape.queries(), width);
    declare.layerNorm(EMBEDDING_NORM, width);
    blocks.forEach(block -> block.declare(declare, shape.image().width(), false));
  }

  /**
   * Returns the memory to which queries attend.
   *
   * @param image the normalised image tokens [rows x others x vision width]; a single row serves
   *     all queries if shapes broadcast
   */
  public <T> ImageMemory<T> memory(TensorAlgebra<T> t, T image) {
    return new ImageMemory<>(
        t,
        blocks.stream()
            .filter(QFormerBlock::crosses)
            .map(block -> block.memory(t, image))
            .toList());
  }

  private static <T> Optional<Memory<T>> memory(ImageMemory<T> images, int block) {
    return block % 2 == 0 ? Optional.of(images.block(block / 2)) : Optional.empty();
  }

  /**
   * The result of the queries' pass.
   *
   * @param tokens the tokens of the queries [rows x queries x width]
   * @param seen the keys and values of the queries in each block, for words that attend to them
   *     later [rows x queries x width]
   */
  public record Queried<T>(T tokens, List<Seen<T>> seen) {
    /** Returns some of the rows, by int64 indices in any order, with repetition. */
    public Queried<T> rows(TensorAlgebra<T> t, T indices) {
      return each(x -> t.rows(x, indices));
    }

    /** Applies an operation to all tensors. */
    public Queried<T> each(UnaryOperator<T> work) {
      return new Queried<>(
          work.apply(tokens),
          seen.stream()
              .map(one -> new Seen<>(work.apply(one.key()), work.apply(one.value())))
              .toList());
    }

    /** Concatenates all tensors along the last axis [rows x queries x (1 + 2 blocks) width]. */
    public T joined(TensorAlgebra<T> t) {
      T all = tokens;
      for (Seen<T> one : seen) {
        all = t.concat(2, t.concat(2, all, one.key()), one.value());
      }
      return all;
    }

    /** Reverses {@link #joined}. */
    public static <T> Queried<T> of(TensorAlgebra<T> t, T joined, int width, int blocks) {
      List<Seen<T>> seen = new ArrayList<>();
      for (int i = 0; i < blocks; i++) {
        long from = (1L + 2L * i) * width;
        seen.add(
            new Seen<>(
                t.slice(joined, 2, from, from + width),
                t.slice(joined, 2, from + width, from + 2L * width)));
      }
      return new Queried<>(t.slice(joined, 2, 0, width), seen);
    }
  }

  /** The keys and values of tokens. */
  public record Seen<T>(T key, T value) {
    static <T> Seen<T> of(Looks<T> looks) {
      return new Seen<>(looks.key(), looks.value());
    }
  }

  /**
   * Runs the queries without words.
   *
   * @param rows any tensor with as many rows as the memory
   */
  public <T> Queried<T> queries(TensorAlgebra<T> t, ImageMemory<T> images, T rows, float dropout) {
    T x = queryTokens(t, rows, dropout);
    List<Seen<T>> seen = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      Looks<T> own = blocks.get(i).looks(t, x);
      seen.add(Seen.of(own));
      x = blocks.get(i).queries(t, x, own, own, Optional.empty(), memory(images, i), dropout);
    }
    return new Queried<>(x, seen);
  }

  private <T> T queryTokens(TensorAlgebra<T> t, T rows, float dropout) {
    return embedded(t, t.scope(QUERIES).repeated(QUERIES, rows), dropout);
  }

  private <T> T embedded(TensorAlgebra<T> t, T tokens, float dropout) {
    return t.dropout(t.layerNorm(tokens, EMBEDDING_NORM, shape.text().normEpsilon()), dropout);
  }

  /**
   * Embeds words and their positions.
   *
   * @param ids token ids, int64, in the layout
   * @return the embedded tokens in the layout, with width values each
   */
  public <T> T embed(TensorAlgebra<T> t, T ids, TokenLayout<T> captions) {
    TensorAlgebra<T> embeddings = t.scope(EMBEDDINGS);
    T positions = captions.positions(embeddings, t.get(POSITIONS));
    return embeddings.add(embeddings.rows(t.get(WORDS), ids), positions);
  }

  /**
   * Runs the words without an image.
   *
   * @param words the words returned by {@link #embed}, padded [rows x longest x width]
   * @param mask hides padding [rows x 1 x 1 x longest]; empty for none
   * @return the output at every word; that at the first represents the whole caption [rows x
   *     longest x width]
   */
  public <T> T words(TensorAlgebra<T> t, T words, Optional<T> mask, float dropout) {
    T x = embedded(t, words, dropout);
    for (QFormerBlock block : blocks) {
      Looks<T> own = block.looks(t, x);
      x = block.words(t, x, own, own, mask, dropout);
    }
    return x;
  }

  /**
   * Runs the words after the queries, which do not attend to the words.
   *
   * @param words as for {@link #words}
   * @param mask hides later words [1 x 1 x longest x (queries + longest)]
   * @return the output at every word [rows x longest x width]
   */
  public <T> T predicted(TensorAlgebra<T> t, T words, Queried<T> queries, T mask, float dropout) {
    T x = embedded(t, words, dropout);
    for (int i = 0; i < blocks.size(); i++) {
      Looks<T> own = blocks.get(i).looks(t, x);
      Looks<T> seen = joined(t, queries.seen().get(i), own);
      x = blocks.get(i).words(t, x, own, seen, Optional.of(mask), dropout);
    }
    return x;
  }

  private static <T> Looks<T> joined(TensorAlgebra<T> t, Seen<T> queries, Looks<T> words) {
    return new Looks<>(
        words.query(),
        t.concat(1, queries.key(), words.key()),
        t.concat(1, queries.value(), words.value()));
  }

  /**
   * Runs queries and words with full attention.
   *
   * @param words as for {@link #words}
   * @param mask hides padding [rows x 1 x 1 x (queries + longest)]; empty for none
   * @return the output at the queries [rows x queries x width]
   */
  public <T> T together(
      TensorAlgebra<T> t, T words, ImageMemory<T> images, Optional<T> mask, float dropout) {
    T queries = queryTokens(t, words, dropout);
    T x = embedded(t, words, dropout);
    for (int i = 0; i < blocks.size(); i++) {
      Looks<T> ofQueries = blocks.get(i).looks(t, queries);
      Looks<T> ofWords = blocks.get(i).looks(t, x);
      Looks<T> seen = joined(t, Seen.of(ofQueries), ofWords);
      queries =
          blocks.get(i).queries(t, queries, ofQueries, seen, mask, memory(images, i), dropout);
      if (i + 1 < blocks.size()) { // only the queries of the last block are needed
        x = blocks.get(i).words(t, x, ofWords, seen, mask, dropout);
      }
    }
    return queries;
  }
}
