package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.model.FusionEncoder.ImageMemory;
import dev.falcon.training.internal.model.Sequences;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;

/**
 * The losses of one batch: image-text contrast, image-text matching and masked language modelling,
 * each of weight 1.
 */
public final class Objective {
  private final Albef network;
  private final float consistency;
  private final float dropout;
  private final Torch torch;

  /**
   * @param consistency the weight of GRIT-VLP's consistency term
   * @param torch seeds dropout
   */
  public Objective(Albef network, float consistency, Torch torch) {
    this.network = network;
    this.consistency = consistency;
    this.dropout = network.config().dropout();
    this.torch = torch;
  }

  /**
   * The losses of a batch, 0-d each, and what they were computed from.
   *
   * @param contrastive ITC
   * @param matching ITM
   * @param words MLM's mean over hidden words; 0 where none is hidden
   * @param wordLosses MLM of every hidden word; null where none is hidden
   * @param imageVectors unit vectors [rows x projection]
   * @param textVectors unit vectors [rows x projection]
   * @param negatives those that matching used
   */
  public record Losses(
      NDArray contrastive,
      NDArray matching,
      NDArray words,
      NDArray wordLosses,
      NDArray imageVectors,
      NDArray textVectors,
      Negatives negatives) {
    /** The sum of the three. */
    public NDArray total() {
      return contrastive.add(matching).add(words);
    }
  }

  /** All losses, towards the batch's own targets; see the other overload. */
  public Losses losses(
      Weights weights, BatchInputs batch, Negatives.Choice negatives, long dropoutSeed) {
    return losses(weights, batch, new InBatch(consistency, negatives), dropoutSeed);
  }

  /**
   * All losses.
   *
   * @param targets what they pull towards
   * @param dropoutSeed equal seeds drop the same values
   */
  public Losses losses(Weights weights, BatchInputs batch, Targets targets, long dropoutSeed) {
    torch.seed(dropoutSeed);
    NDArray image = network.vision().forward(weights, batch.images());
    NDArray text = network.text().forward(weights, batch.tokens(), batch.captions(), dropout);
    NDArray imageVectors = network.imageVectors(weights, image);
    NDArray textVectors = network.textVectors(weights, batch.captions().firsts(text));
    ImageMemory memory = network.fusion().memory(weights, image);
    NDArray contrastive =
        targets.contrast(imageVectors, textVectors, weights.get(Albef.TEMPERATURE));
    Negatives chosen = targets.negatives(imageVectors, textVectors);
    NDArray matching = matching(weights, batch, memory, text, chosen);
    NDArray words = wordLogProbabilities(weights, batch, memory, dropoutSeed);
    NDArray wordLosses = words == null ? null : targets.words(words, batch.targets());
    return new Losses(
        contrastive,
        matching,
        mean(wordLosses, batch),
        wordLosses,
        imageVectors,
        textVectors,
        chosen);
  }

  /**
   * The masked language modelling loss alone, of every hidden word: what the reward compares before
   * and after a step. With an equal seed the same values are dropped as in {@link #losses}.
   *
   * @return [hidden words], or null where none is hidden
   */
  public NDArray wordLosses(Weights weights, BatchInputs batch, long dropoutSeed) {
    NDArray image = network.vision().forward(weights, batch.images());
    ImageMemory memory = network.fusion().memory(weights, image);
    NDArray words = wordLogProbabilities(weights, batch, memory, dropoutSeed);
    return words == null ? null : MaskedTokens.losses(words, batch.targets());
  }

  /**
   * What a network makes of a batch, before any loss is taken.
   *
   * @param images unit vectors [rows x projection]
   * @param texts unit vectors [rows x projection]
   * @param words log-probabilities at the hidden positions [hidden words x vocabulary]; null where
   *     none is hidden
   */
  record View(NDArray images, NDArray texts, NDArray words) {}

  /** Looks at a batch with any weights of this network. */
  View view(Weights weights, BatchInputs batch, long dropoutSeed) {
    torch.seed(dropoutSeed);
    NDArray image = network.vision().forward(weights, batch.images());
    NDArray text = network.text().forward(weights, batch.tokens(), batch.captions(), dropout);
    return new View(
        network.imageVectors(weights, image),
        network.textVectors(weights, batch.captions().firsts(text)),
        wordLogProbabilities(weights, batch, network.fusion().memory(weights, image), dropoutSeed));
  }

  private NDArray wordLogProbabilities(
      Weights weights, BatchInputs batch, ImageMemory images, long dropoutSeed) {
    if (batch.hidden().positions().length == 0) {
      return null;
    }
    // A seed of its own, so that a pass for these losses alone drops the same values.
    torch.seed(dropoutSeed + 1);
    NDArray text = network.text().forward(weights, batch.maskedTokens(), batch.captions(), dropout);
    NDArray fused = network.fusion().forward(weights, text, batch.captions(), images, dropout);
    return network.wordLogits(weights, Ops.rows(fused, batch.positions())).logSoftmax(-1);
  }

  private static NDArray mean(NDArray wordLosses, BatchInputs batch) {
    return wordLosses == null ? Ops.scalar(batch.images().getManager(), 0) : wordLosses.mean();
  }

  /**
   * The batch's own pairs are matches; every caption with its negative image, every image with its
   * negative caption are none: one fusion pass over three times the rows.
   */
  private NDArray matching(
      Weights weights, BatchInputs batch, ImageMemory images, NDArray text, Negatives negatives) {
    NDManager manager = batch.images().getManager();
    int rows = batch.rows();
    int[] captionOf = new int[3 * rows];
    int[] imageOf = new int[3 * rows];
    long[] labels = new long[3 * rows];
    for (int row = 0; row < rows; row++) {
      captionOf[row] = row;
      imageOf[row] = row;
      labels[row] = 1;
      captionOf[rows + row] = row;
      imageOf[rows + row] = negatives.images()[row];
      captionOf[2 * rows + row] = negatives.texts()[row];
      imageOf[2 * rows + row] = row;
    }
    Sequences.Choice captions = batch.captions().choose(manager, captionOf);
    NDArray pairs =
        network
            .fusion()
            .first(
                weights,
                Ops.rows(text, captions.tokens()),
                captions.sequences(),
                images.rows(Torch.indices(manager, imageOf)),
                dropout);
    return Ops.crossEntropy(network.matchLogits(weights, pairs), Torch.indices(manager, labels));
  }
}
