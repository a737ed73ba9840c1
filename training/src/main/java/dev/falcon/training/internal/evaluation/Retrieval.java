package dev.falcon.training.internal.evaluation;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.RetrievalResult;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.model.TextEncoder;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Retrieval among held-out pairs, ALBEF's protocol: ranks by cosine, then the first candidates of
 * each query again by the raw matching logit.
 */
public final class Retrieval {
  private static final int CHUNK = 250;
  private static final int PAIRS = 512;

  private final Torch torch;
  private final Albef network;
  private final Vocabulary vocabulary;
  private final PairData pairs;
  private final Truth truth;
  private final int[] imageRows;

  /**
   * @param truth null where it is not known
   */
  public Retrieval(Torch torch, Albef network, Vocabulary vocabulary, PairData pairs, Truth truth) {
    this.torch = torch;
    this.network = network;
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
    this.truth = truth == null ? null : TruthTable.of(truth, pairs, imageRows);
  }

  /** How much is re-ranked: candidates a query, and queries; no candidates for none. */
  public record Depth(int candidates, int images, int captions) {
    /** By cosine only. */
    public static final Depth NONE = new Depth(0, 0, 0);
  }

  /** Measures the network with the given weights. */
  public RetrievalResult measure(Parameters parameters, Depth depth) {
    try (StepMemory memory = StepMemory.open(torch.manager())) {
      Weights weights = parameters.weights();
      NDArray images = encodeImages(memory.manager(), weights);
      long[][] tokens = Captions.padded(pairs, identity(pairs.rows()), vocabulary);
      NDArray mask = TextEncoder.mask(memory.manager(), tokens, vocabulary.padding());
      NDArray texts = encodeTexts(memory.manager(), weights, tokens, mask);
      float[] similarities =
          network
              .imageVectors(weights, images)
              .matMul(network.textVectors(weights, texts).transpose())
              .toFloatArray();
      Cosines cosines = new Cosines(similarities, imageRows.length, pairs.rows());
      RetrievalResult.Reranked reranked =
          depth.candidates() == 0
              ? null
              : new Reranking(
                      pairs, truth, imageRows, cosines, scorer(weights, images, texts, mask))
                  .measure(depth);
      return cosines.result(pairs, truth, imageRows, reranked);
    }
  }

  private NDArray encodeImages(NDManager manager, Weights weights) {
    int size = network.config().imageSize();
    int length = 3 * size * size;
    NDList chunks = new NDList();
    for (int from = 0; from < imageRows.length; from += CHUNK) {
      int count = Math.min(CHUNK, imageRows.length - from);
      float[] pixels = new float[count * length];
      int begin = from;
      IntStream.range(0, count)
          .parallel()
          .forEach(i -> pairs.pixels(imageRows[begin + i], pixels, i * length));
      NDArray input = Torch.copyOf(manager, pixels, count, 3, size, size);
      chunks.add(network.vision().forward(weights, input));
    }
    return NDArrays.concat(chunks, 0);
  }

  private NDArray encodeTexts(NDManager manager, Weights weights, long[][] tokens, NDArray mask) {
    NDList chunks = new NDList();
    for (int from = 0; from < tokens.length; from += CHUNK) {
      int to = Math.min(tokens.length, from + CHUNK);
      long[][] chunk = Arrays.copyOfRange(tokens, from, to);
      NDArray ids = Torch.indices(manager, Captions.flat(chunk), chunk.length, chunk[0].length);
      chunks.add(network.text().forward(weights, ids, mask.get(from + ":" + to), 0));
    }
    return NDArrays.concat(chunks, 0);
  }

  private PairScorer scorer(Weights weights, NDArray images, NDArray texts, NDArray mask) {
    return (imageOf, captionOf) -> {
      float[] scores = new float[imageOf.length];
      for (int from = 0; from < scores.length; from += PAIRS) {
        int to = Math.min(scores.length, from + PAIRS);
        try (StepMemory memory = StepMemory.open(torch.manager())) {
          NDArray image = Torch.indices(memory.manager(), Arrays.copyOfRange(imageOf, from, to));
          NDArray caption =
              Torch.indices(memory.manager(), Arrays.copyOfRange(captionOf, from, to));
          NDArray fused =
              network
                  .fusion()
                  .forward(
                      weights,
                      Ops.rows(texts, caption),
                      Ops.rows(mask, caption),
                      Ops.rows(images, image),
                      0);
          float[] logits = network.matchLogits(weights, fused).toFloatArray();
          for (int i = from; i < to; i++) {
            scores[i] = logits[2 * (i - from) + 1];
          }
        }
      }
      return scores;
    };
  }

  private static int[] identity(int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> i);
    return rows;
  }
}
