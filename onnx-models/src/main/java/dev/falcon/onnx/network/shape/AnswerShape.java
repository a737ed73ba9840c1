package dev.falcon.onnx.network.shape;

/**
 * The sizes of ALBEF's network for questions, whose decoder has as many layers as the fusion
 * encoder.
 *
 * @param base the network that it was fine-tuned from
 */
public record AnswerShape(NetworkShape base) implements TaskShape {}
