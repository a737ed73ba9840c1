// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import dev.falcon.eval.metric.Relevance;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.retrieval.MatrixRetrieval;
import dev.falcon.eval.retrieval.PairScorer;
import dev.falcon.eval.retrieval.RerankDepth;
import dev.falcon.eval.retrieval.Similarities;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.ChunkSizes;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Framework.Encoding;
import dev.falcon.training.internal.framework.seam.Matcher;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Evaluates retrieval among held-out pairs by ALBEF's protocol: candidates are ranked by cosine,
 * and then the first candidates of each query are re-ranked by the matching logit.
 */
public final class RetrievalEvaluation {
  private final Torch torch;
  private final Framework framework;
  private final Vocabulary vocabulary;
  private final PairData pairs;
  private final Optional<Relevance> truth;
  private final int[] imageRows;
  private final long[][] tokens;
  private final ChunkSizes chunks;

  /**
   * @param truth the truth of the pairs; empty if it is unknown
   */
  public RetrievalEvaluation(
      Torch torch,
      Framework framework,
      Vocabulary vocabulary,
      PairData pairs,
      Optional<Truth> truth) {
    this.torch = torch;
    this.framework = framework;
    this.vocabulary = vocabulary;
    this.pairs = pairs;
    int images = 0;
    for (int row = 0; row < pairs.rows(); row++) {
      images = Math.max(images, pairs.image(row) + 1);
    }
    this.imageRows = new int[images];
    for (int row = pairs.rows() - 1; row >= 0; row--) {
      imageRows[pairs.image(row)] = row;
    }
    this.tokens = Captions.padded(pairs, identity(pairs.rows()), vocabulary);
    this.chunks = framework.chunks(tokens[0].length);
    this.truth =
        truth.map(
            known ->
                Relevance.table(
                    (image, caption) -> known.matches(caption, imageRows[image]),
                    imageRows.length,
                    pairs.rows()));
  }

  /**
   * Evaluates the network with the given weights. All similarities are held in memory, images x
   * captions; if re-ranking is requested, so are the tokens of all images and captions.
   *
   * @return the scores of {@link MatrixRetrieval}; those after re-ranking are in the group {@code
   *     reranked}
   */
  public Scores measure(Parameters parameters, RerankDepth depth) {
    Optional<Matcher> matcher = depth.candidates() > 0 ? framework.matcher() : Optional.empty();
    boolean rerank = matcher.isPresent();
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      Weights weights = parameters.untrained();
      Sequences captions = Sequences.of(memory.manager(), tokens, vocabulary.padding());
      Encoding images = encodeImages(memory.manager(), weights, rerank);
      Encoding texts = encodeTexts(memory.manager(), weights, rerank);
      Similarities similarities =
          new Similarities(
              BatchVectors.ofImages(
                      images.vectors(), texts.vectors(), framework.vectors().perImage())
                  .toFloatArray(),
              imageRows.length,
              pairs.rows());
      MatrixRetrieval retrieval = new MatrixRetrieval(similarities, imageOfCaption(), truth);
      Scores scores = retrieval.bySimilarity();
      if (!rerank) {
        return scores;
      }
      PairScorer scorer = scorer(matcher.get(), weights, images, texts, captions, similarities);
      return scores.and(retrieval.reranked(depth, scorer).in("reranked"));
    }
  }

  private int[] imageOfCaption() {
    return IntStream.range(0, pairs.rows()).map(pairs::image).toArray();
  }

  /** Encodes the images; the states are null if tokens are not kept. */
  private Encoding encodeImages(NDManager manager, Weights weights, boolean keepTokens) {
    int size = pairs.format().size();
    int length = 3 * size * size;
    NDList tokenChunks = new NDList();
    NDList vectorChunks = new NDList();
    for (int from = 0; from < imageRows.length; from += chunks.images()) {
      int begin = from;
      int count = Math.min(chunks.images(), imageRows.length - from);
      float[] pixels = new float[count * length];
      IntStream.range(0, count)
          .parallel()
          .forEach(i -> pairs.pixels(imageRows[begin + i], pixels, i * length));
      try (TensorScope memory = TensorScope.open(manager)) {
        NDArray input = Torch.floats(memory.manager(), pixels, count, 3, size, size);
        Encoding encoded = framework.images(weights, input);
        vectorChunks.add(TensorScope.keep(encoded.vectors(), manager));
        if (keepTokens) {
          tokenChunks.add(TensorScope.keep(encoded.states(), manager));
        }
      }
    }
    return joined(tokenChunks, vectorChunks);
  }

  private Encoding encodeTexts(NDManager manager, Weights weights, boolean keepTokens) {
    NDList tokenChunks = new NDList();
    NDList vectorChunks = new NDList();
    for (int from = 0; from < tokens.length; from += chunks.captions()) {
      int to = Math.min(tokens.length, from + chunks.captions());
      long[][] chunk = Arrays.copyOfRange(tokens, from, to);
      try (TensorScope memory = TensorScope.open(manager)) {
        Sequences captions = Sequences.of(memory.manager(), chunk, vocabulary.padding());
        Encoding encoded = framework.captions(weights, captions, captions.table(chunk));
        vectorChunks.add(TensorScope.keep(encoded.vectors(), manager));
        if (keepTokens) {
          tokenChunks.add(TensorScope.keep(encoded.states(), manager));
        }
      }
    }
    return joined(tokenChunks, vectorChunks);
  }

  private static Encoding joined(NDList tokens, NDList vectors) {
    Encoding joined =
        new Encoding(
            tokens.isEmpty() ? null : NDArrays.concat(tokens, 0), NDArrays.concat(vectors, 0));
    tokens.close();
    vectors.close();
    return joined;
  }

  private PairScorer scorer(
      Matcher matcher,
      Weights weights,
      Encoding images,
      Encoding texts,
      Sequences all,
      Similarities similarities) {
    return (imageOf, captionOf) -> {
      float[] scores = new float[imageOf.length];
      int[] order = byImage(imageOf);
      for (int from = 0; from < scores.length; from += chunks.pairs()) {
        int[] chunk =
            Arrays.copyOfRange(order, from, Math.min(order.length, from + chunks.pairs()));
        int[] chosen = Arrays.stream(chunk).map(pair -> imageOf[pair]).toArray();
        int[] captions = Arrays.stream(chunk).map(pair -> captionOf[pair]).toArray();
        float[] logits =
            matcher.logits(weights, images.states(), all, texts.states(), chosen, captions);
        for (int i = 0; i < chunk.length; i++) {
          scores[chunk[i]] = matcher.score(logits[i], similarities.of(chosen[i], captions[i]));
        }
      }
      return scores;
    };
  }

  /** Returns the pairs ordered by image, so that neighbours share keys and values. */
  private static int[] byImage(int[] imageOf) {
    return IntStream.range(0, imageOf.length)
        .boxed()
        .sorted(Comparator.comparingInt(pair -> imageOf[pair]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static int[] identity(int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> i);
    return rows;
  }
}
