// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneConfig.CutConfig;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.internal.input.Pictures;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The common part of tasks whose examples are texts about pictures, in files. */
public abstract class ExampleTask<E> implements FinetuningTask {
  protected final Origin origin;
  protected final ExampleSets<E> sets;
  protected final Tokens tokens;
  protected final NetworkShape shape;

  private final FinetuneConfig config;
  private final Function<E, String> text;
  private final List<int[]> cut;
  private final PixelFormat format;

  /** A prediction for examples. */
  @FunctionalInterface
  protected interface Judge {
    /**
     * Returns one number for each example.
     *
     * @param texts the tokens of each text, without padding
     * @param pixels the normalised pictures [imagesEach x examples x 3 x size x size]
     */
    int[] of(NDManager manager, int[][] texts, NDArray pixels);
  }

  /**
   * Tokenises the texts.
   *
   * @param text returns the cleaned text of an example
   * @param predicted further texts that the tokenizer must cover
   */
  protected ExampleTask(
      FinetuneConfig config,
      Origin origin,
      ExampleSets<E> sets,
      Function<E, String> text,
      List<String> predicted) {
    this.config = config;
    this.origin = origin;
    this.sets = sets;
    this.text = text;
    CutConfig most = config.data().text();
    List<String> trained = texts(sets.train(), most.maxWords());
    this.tokens =
        Tokens.of(
            origin.tokenizer(),
            origin.config().model().maxTokens(),
            Stream.concat(trained.stream(), predicted.stream()).toList());
    this.cut = tokens.cut(trained, most.maxTokens());
    this.shape = origin.config().model().shape(tokens.vocabulary().size());
    this.format = PixelFormat.of(shape.imageSize(), origin.config().data());
  }

  private List<String> texts(Examples<E> examples, int mostWords) {
    return examples.all().stream()
        .map(example -> TextCleaning.cut(text.apply(example), mostWords))
        .toList();
  }

  @Override
  public final int examples() {
    return sets.train().all().size();
  }

  @Override
  public final Pictures pictures() {
    return sets.shown(sets.train(), format);
  }

  @Override
  public DataIdentity identity() {
    return sets.identity(origin, tokens, "");
  }

  @Override
  public final List<Reject> rejects() {
    return sets.rejects();
  }

  @Override
  public final List<String> sets() {
    return List.copyOf(sets.held().keySet());
  }

  /** Returns the tokens of training examples, without padding. */
  protected final int[][] texts(int[] examples) {
    return Arrays.stream(examples).mapToObj(cut::get).toArray(int[][]::new);
  }

  /**
   * Returns the predictions for all examples of a set, in order.
   *
   * @param doing the label of the progress
   * @param unit the unit of the progress
   */
  protected final int[] judged(
      String set, String doing, String unit, NDManager run, Progress progress, Judge judge) {
    Examples<E> examples = sets.held().get(set);
    CutConfig most = config.data().text();
    List<int[]> held = tokens.cut(texts(examples, most.heldWords()), most.heldTokens());
    ShownPictures pictures = sets.shown(examples, format);
    int[] said = new int[held.size()];
    try (Progress.Task task = progress.begin(doing + " " + set, said.length, unit)) {
      int chunk = config.train().batchSize();
      for (int from = 0; from < said.length; from += chunk) {
        int rows = Math.min(said.length - from, chunk);
        int[][] some = held.subList(from, from + rows).toArray(int[][]::new);
        float[] pixels = ExampleSets.pixels(pictures, from, rows, imagesEach());
        int[] ofSome =
            TensorScope.within(
                run,
                manager -> judge.of(manager, some, Torch.pictures(manager, pixels, format.size())));
        System.arraycopy(ofSome, 0, said, from, rows);
        task.advance(rows);
      }
    }
    return said;
  }

  @Override
  public final void close() {
    tokens.close();
  }
}
