// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network;

import dev.falcon.onnx.network.block.BlockKind;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.block.MaskedLayout;
import dev.falcon.onnx.network.block.Memory;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.block.TextEmbeddings;
import dev.falcon.onnx.network.block.TextTransformer;
import dev.falcon.onnx.network.block.TransformerBlock;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.onnx.network.block.WordHead;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * ALBEF's network for questions (Li et al., 2021, section 5, VQA). The encoders read the question
 * and the image, and a decoder generates the answer token by token. The decoder attends to the
 * question's states in every layer, never to the image.
 */
public final class AnswerNetwork {
  /** The prefix of the names of the decoder's weights. */
  public static final String DECODER = "answer_decoder.";

  private static final String EMBEDDINGS = DECODER + "embeddings";
  private static final String WORDS = EMBEDDINGS + ".word_embeddings.weight";
  private static final String WORD_HEAD = DECODER + "head";
  private static final String LAST_NORM = DECODER + "encoder.LayerNorm";

  private final NetworkShape shape;
  private final VisionTransformer vision;
  private final TextTransformer text;
  private final FusionTransformer fusion;
  private final TextEmbeddings embeddings;
  private final List<TransformerBlock> blocks = new ArrayList<>();
  private final WordHead head;

  /** Creates a network of these sizes; the decoder has as many layers as the fusion encoder. */
  public AnswerNetwork(NetworkShape shape) {
    this.shape = shape;
    this.vision = new VisionTransformer(shape);
    this.text = new TextTransformer(shape);
    this.fusion = new FusionTransformer(shape);
    this.embeddings = new TextEmbeddings(EMBEDDINGS, shape);
    for (int i = 0; i < shape.fusionLayers(); i++) {
      String prefix = DECODER + "encoder.layer." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.BERT, shape.text(), shape.textNorm(), true));
    }
    this.head = new WordHead(WORD_HEAD, WORDS, shape);
  }

  /** Declares the network's weights. */
  public void declare(Declarations declare) {
    vision.declare(declare);
    text.declare(declare);
    fusion.declare(declare);
    embeddings.declare(declare);
    blocks.forEach(block -> block.declare(declare, shape.text().width()));
    if (shape.textNorm() == NormPlacement.PRE) {
      declare.layerNorm(LAST_NORM, shape.text().width());
    }
    head.declare(declare);
  }

  /**
   * Returns the name of the pretrained weight from which a weight of the decoder is initialised. It
   * belongs to the text encoder's embeddings, to the fusion encoder's layers or to the head of
   * masked language modelling.
   *
   * @param name the name of the decoder's weight, which starts with {@link #DECODER}
   */
  public static String origin(String name) {
    String rest = name.substring(DECODER.length());
    if (rest.startsWith("embeddings")) {
      return TextTransformer.PREFIX + rest;
    }
    return rest.startsWith("head.") ? "mlm_" + rest : FusionTransformer.PREFIX + rest;
  }

  /** Returns the image encoder. */
  public VisionTransformer vision() {
    return vision;
  }

  /**
   * Encodes questions with their images.
   *
   * @param ids token ids, int64, in the layout
   * @param images the image encoder's tokens, one row per question
   * @return the encoded tokens in the layout
   */
  public <T> T questions(
      TensorAlgebra<T> t, T ids, TokenLayout<T> questions, T images, float dropout) {
    T tokens = text.forward(t, ids, questions, dropout);
    return fusion.forward(t, tokens, questions, fusion.memory(t, images), dropout);
  }

  /**
   * The keys and values of the decoder's cross-attention in every layer, computed once for many
   * answers.
   */
  public static final class QuestionMemory<T> {
    private final TensorAlgebra<T> t;
    private final List<Memory<T>> blocks;

    private QuestionMemory(TensorAlgebra<T> t, List<Memory<T>> blocks) {
      this.t = t;
      this.blocks = blocks;
    }

    /**
     * Returns the memory of some of the questions, by int64 indices in any order, with repetition.
     */
    public QuestionMemory<T> rows(T indices) {
      return new QuestionMemory<>(
          t, blocks.stream().map(block -> block.each(x -> t.rows(x, indices))).toList());
    }
  }

  /**
   * Returns the memory to which answers attend.
   *
   * @param states the tokens returned by {@link #questions}
   */
  public <T> QuestionMemory<T> memory(TensorAlgebra<T> t, T states, TokenLayout<T> questions) {
    T padded = questions.pad(t, states);
    return new QuestionMemory<>(
        t,
        blocks.stream()
            .map(block -> new Memory<>(block.memory(t, padded).projections(), questions.mask()))
            .toList());
  }

  /**
   * Returns the decoder's outputs for answers.
   *
   * @param ids token ids, int64, in the layout
   * @param mask the causal mask that is added to the scores of attention within an answer;
   *     broadcastable to [rows x heads x longest x longest]
   * @param questions the memory, one row per answer
   * @return the encoded tokens in the layout
   */
  public <T> T answers(
      TensorAlgebra<T> t,
      T ids,
      TokenLayout<T> answers,
      T mask,
      QuestionMemory<T> questions,
      float dropout) {
    TokenLayout<T> layout = new MaskedLayout<>(answers, mask);
    T x = embeddings.forward(t, ids, layout, dropout);
    for (int i = 0; i < blocks.size(); i++) {
      x = blocks.get(i).forward(t, x, layout, Optional.of(questions.blocks.get(i)), dropout);
    }
    return shape.textNorm() == NormPlacement.PRE
        ? t.layerNorm(x, LAST_NORM, shape.text().normEpsilon())
        : x;
  }

  /**
   * Returns logits over the vocabulary at some tokens of answers; [tokens x width] to [tokens x
   * words].
   */
  public <T> T logits(TensorAlgebra<T> t, T tokens) {
    return head.logits(t, tokens);
  }
}
