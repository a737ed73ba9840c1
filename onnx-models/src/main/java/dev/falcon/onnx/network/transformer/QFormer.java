package dev.falcon.onnx.network.transformer;

import dev.falcon.onnx.network.algebra.Declarations;
import dev.falcon.onnx.network.algebra.Declarations.First;
import dev.falcon.onnx.network.algebra.TensorAlgebra;
import dev.falcon.onnx.network.algebra.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.block.Attention.Looks;
import dev.falcon.onnx.network.block.ImageMemory;
import dev.falcon.onnx.network.block.Memory;
import dev.falcon.onnx.network.shape.Blip2Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * BLIP-2's Q-Former (Li et al., 2023, section 3.1), under the names of Hugging Face's {@code
 * Blip2ForImageTextRetrieval}: BERT whose learned queries look at an image's tokens in every second
 * block. Which of queries and words see each other is what its three passes differ in:
 *
 * <ul>
 *   <li>{@link #queries} and {@link #words}: each its own kind alone (contrast);
 *   <li>{@link #together}: all see all (matching);
 *   <li>{@link #told}: words see the queries and the words before them, queries see queries alone
 *       (generation), over the keys and values that the pass of the queries left.
 * </ul>
 */
public final class QFormer {
  private static final String PREFIX = "qformer.";
  private static final String EMBEDDINGS = "embeddings";

  /** The learned queries. */
  public static final String QUERIES = "query_tokens";

  /** The table of words, which the head of words shares. */
  public static final String WORDS = EMBEDDINGS + ".word_embeddings.weight";

  /** The table of positions. */
  public static final String POSITIONS = EMBEDDINGS + ".position_embeddings.weight";

  private static final String EMBEDDING_NORM = PREFIX + "layernorm";

  private final Blip2Shape shape;
  private final List<QFormerBlock> blocks = new ArrayList<>();

  /** The Q-Former of a network. */
  public QFormer(Blip2Shape shape) {
    this.shape = shape;
    for (int i = 0; i < shape.text().layers(); i++) {
      String prefix = PREFIX + "encoder.layer." + i + ".";
      blocks.add(new QFormerBlock(prefix, shape.text(), i % 2 == 0));
    }
  }

  /** Names its weights. */
  public void declare(Declarations declare) {
    int width = shape.text().width();
    First normal = First.normal(Declarations.DEVIATION);
    declare.weight(QUERIES, normal, 1, shape.queries(), width);
    declare.weight(WORDS, new First(First.Kind.WORDS, 0), shape.vocabulary(), width);
    declare.weight(POSITIONS, normal, shape.maxTokens(), width);
    declare.layerNorm(EMBEDDING_NORM, width);
    blocks.forEach(block -> block.declare(declare, shape.image().width(), true));
  }

  /** Names the weights that queries alone need, as in BLIP-2's second stage. */
  public void declareQueries(Declarations declare) {
    int width = shape.text().width();
    First normal = First.normal(Declarations.DEVIATION);
    declare.weight(QUERIES, normal, 1, shape.queries(), width);
    declare.layerNorm(EMBEDDING_NORM, width);
    blocks.forEach(block -> block.declare(declare, shape.image().width(), false));
  }

  /**
   * What queries will look at.
   *
   * @param image normalised tokens [rows x others x vision width]; one row serves all queries where
   *     shapes broadcast
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
   * What a pass of the queries gives.
   *
   * @param tokens of the queries [rows x queries x width]
   * @param seen keys and values by which later words see them, block by block, as tokens
   */
  public record Queried<T>(T tokens, List<Seen<T>> seen) {
    /** Some of the rows, in any order and as often as wanted; int64 indices. */
    public Queried<T> rows(TensorAlgebra<T> t, T indices) {
      return each(x -> t.rows(x, indices));
    }

    /** The same work done on all tensors. */
    public Queried<T> each(UnaryOperator<T> work) {
      return new Queried<>(
          work.apply(tokens),
          seen.stream()
              .map(one -> new Seen<>(work.apply(one.key()), work.apply(one.value())))
              .toList());
    }

    /** All tensors beside each other [rows x queries x (1 + 2 blocks) width]. */
    public T joined(TensorAlgebra<T> t) {
      T all = tokens;
      for (Seen<T> one : seen) {
        all = t.concat(2, t.concat(2, all, one.key()), one.value());
      }
      return all;
    }

    /** The reverse of {@link #joined}. */
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

  /** By what tokens are seen. */
  public record Seen<T>(T key, T value) {
    static <T> Seen<T> of(Looks<T> looks) {
      return new Seen<>(looks.key(), looks.value());
    }
  }

  /**
   * The queries look at images, and at no words.
   *
   * @param rows any tensor of as many rows as the memory has
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
   * Words with their places.
   *
   * @param ids int64, a token each, that lie as the layout says
   * @return tokens that lie so, width values each
   */
  public <T> T embed(TensorAlgebra<T> t, T ids, TokenLayout<T> captions) {
    TensorAlgebra<T> embeddings = t.scope(EMBEDDINGS);
    T positions = captions.positions(embeddings, t.get(POSITIONS));
    return embeddings.add(embeddings.rows(t.get(WORDS), ids), positions);
  }

  /**
   * Words alone, without an image.
   *
   * @param words of {@link #embed}, padded [rows x longest x width]
   * @param mask what hides padding [rows x 1 x 1 x longest]; empty where there is none
   * @return as words; the first stands for the whole caption
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
   * Words behind queries that do not see them.
   *
   * @param words as for {@link #words}
   * @param mask what hides later words [1 x 1 x longest x (queries + longest)]
   * @return as words
   */
  public <T> T told(TensorAlgebra<T> t, T words, Queried<T> queries, T mask, float dropout) {
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
   * Queries and words see each other.
   *
   * @param words as for {@link #words}
   * @param mask what hides padding [rows x 1 x 1 x (queries + longest)]; empty where there is none
   * @return tokens of the queries [rows x queries x width]
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
      if (i + 1 < blocks.size()) { // of the last block only the queries are asked for
        x = blocks.get(i).words(t, x, ofWords, seen, mask, dropout);
      }
    }
    return queries;
  }
}
