package dev.falcon.onnx;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.internal.Feed;
import dev.falcon.onnx.internal.Graphs;
import dev.falcon.onnx.internal.MatchOutput;
import dev.falcon.onnx.internal.PixelInput;
import dev.falcon.onnx.internal.Tensors;
import dev.falcon.onnx.internal.TokenInputs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Scores pairs by an image-text matching model, split into a vision and a fusion graph, or of one
 * graph, which then looks at the pixels again for every pair.
 */
final class ItmScorer implements MatchScorer {
  private static final int PAIRS_PER_RUN = 64;
  private static final List<String> IMAGE_MASKS =
      List.of("encoder_attention_mask", "image_attention_mask");

  private final GraphSession fusion;
  private final TextPipeline pipeline;
  private final PixelInput pixels;
  private final ImageTransform transform;
  private final Optional<MatcherVision> vision;
  private final TokenInputs tokens;
  private final TensorSpec imageInput;
  private final Optional<TensorSpec> imageMask;
  private final long[] stateShape;
  private final int stateLength;
  private final MatchOutput output;

  /**
   * @param fusion the graph that judges
   * @param vision what it takes of a picture; empty where it takes the pixels
   */
  ItmScorer(
      GraphSession fusion,
      TextPipeline pipeline,
      PixelInput pixels,
      ImageTransform transform,
      Optional<MatcherVision> vision) {
    this.fusion = fusion;
    this.pipeline = pipeline;
    this.pixels = pixels;
    this.transform = transform;
    this.vision = vision;
    this.tokens = TokenInputs.require(fusion);
    this.imageInput = vision.isPresent() ? stateInput(fusion) : pixels.spec();
    this.stateShape =
        vision
            .map(MatcherVision::stateShape)
            .orElse(new long[] {3, pixels.height(), pixels.width()});
    this.stateLength = Math.toIntExact(Arrays.stream(stateShape).reduce(1, Math::multiplyExact));
    this.imageMask = IMAGE_MASKS.stream().map(fusion::input).flatMap(Optional::stream).findFirst();
    List<String> known = new ArrayList<>(tokens.names());
    known.add(imageInput.name());
    imageMask.map(TensorSpec::name).ifPresent(known::add);
    Graphs.requireKnownInputs(fusion, known);
    requireStatesFit();
    this.output = MatchOutput.of(fusion);
    // One pair of nothing shows whether the graphs fit and what the output is.
    run(
        List.of(new EncodedImage(new float[stateLength])),
        new int[1],
        tokens.placeholder(),
        output::probabilities);
  }

  private static TensorSpec stateInput(GraphSession fusion) {
    List<TensorSpec> states =
        fusion.inputs().stream().filter(spec -> spec.rank() == 3 && Tensors.isFloat(spec)).toList();
    if (states.size() != 1) {
      throw new FalconException(
          fusion.file()
              + ": must have one input of picture states, float [batch, tokens, width]; its inputs"
              + " are "
              + fusion.inputs());
    }
    return states.get(0);
  }

  private void requireStatesFit() {
    for (int i = 0; i < stateShape.length; i++) {
      long wanted = imageInput.dimension(i + 1);
      if (wanted != TensorSpec.OPEN && wanted != stateShape[i]) {
        throw new FalconException(
            fusion.file()
                + ": takes "
                + imageInput
                + ", but a picture's states are "
                + Arrays.toString(stateShape)
                + "; the vision and the fusion graph are not of one model");
      }
    }
  }

  @Override
  public Kind kind() {
    return Kind.MATCH_PROBABILITY;
  }

  @Override
  public ImageTransform transform() {
    return transform;
  }

  @Override
  public FloatBuffer newBatch(int rows) {
    return direct(Math.multiplyExact(rows, pixels.length()));
  }

  private static FloatBuffer direct(int floats) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(floats, Float.BYTES))
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  @Override
  public List<EncodedImage> encodeImages(FloatBuffer batch, int rows) {
    List<EncodedImage> encoded = new ArrayList<>(rows);
    float[] states = vision.isPresent() ? vision.get().encode(batch, rows) : new float[0];
    for (int row = 0; row < rows; row++) {
      float[] state = new float[stateLength];
      if (vision.isPresent()) {
        System.arraycopy(states, row * stateLength, state, 0, stateLength);
      } else {
        batch.get(row * stateLength, state);
      }
      encoded.add(new EncodedImage(state));
    }
    return encoded;
  }

  @Override
  public List<EncodedCaption> encodeCaptions(List<String> captions) {
    TokenBatch batch = pipeline.encode(captions);
    List<EncodedCaption> encoded = new ArrayList<>(captions.size());
    for (int row = 0; row < batch.rows(); row++) {
      int start = row * batch.length();
      int end = start;
      while (end < start + batch.length() && batch.mask()[end] == 1) {
        end++;
      }
      encoded.add(new EncodedCaption(Arrays.copyOfRange(batch.ids(), start, end), new float[0]));
    }
    return encoded;
  }

  @Override
  public float[] score(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair) {
    return score(images, imageOfPair, captions, captionOfPair, output::probabilities);
  }

  @Override
  public float[] matchLogits(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair) {
    return score(images, imageOfPair, captions, captionOfPair, output::matchLogits);
  }

  /** Takes the scores of a run's pairs out of its result. */
  @FunctionalInterface
  private interface Reading {
    float[] of(OrtSession.Result result, int pairs);
  }

  private float[] score(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair,
      Reading reading) {
    float[] scores = new float[imageOfPair.length];
    for (int from = 0; from < scores.length; from += PAIRS_PER_RUN) {
      int to = Math.min(scores.length, from + PAIRS_PER_RUN);
      List<int[]> ids = new ArrayList<>(to - from);
      for (int pair = from; pair < to; pair++) {
        ids.add(captions.get(captionOfPair[pair]).ids());
      }
      TokenBatch batch = pipeline.pad(ids);
      float[] part = run(images, Arrays.copyOfRange(imageOfPair, from, to), batch, reading);
      System.arraycopy(part, 0, scores, from, part.length);
    }
    return scores;
  }

  private float[] run(
      List<EncodedImage> images, int[] imageOfPair, TokenBatch batch, Reading reading) {
    int pairs = imageOfPair.length;
    FloatBuffer states = direct(Math.multiplyExact(pairs, stateLength));
    for (int pair = 0; pair < pairs; pair++) {
      states.put(pair * stateLength, images.get(imageOfPair[pair]).state());
    }
    long[] shape = new long[stateShape.length + 1];
    shape[0] = pairs;
    System.arraycopy(stateShape, 0, shape, 1, stateShape.length);
    try (Feed feed = new Feed()) {
      feed.tensors().put(imageInput.name(), Tensors.floats(fusion, imageInput, states, shape));
      tokens.put(feed.tensors(), fusion, batch);
      imageMask.ifPresent(spec -> putImageMask(feed, spec, pairs));
      try (OrtSession.Result result = fusion.run(feed.tensors(), Set.of(output.name()))) {
        return reading.of(result, pairs);
      }
    }
  }

  private void putImageMask(Feed feed, TensorSpec spec, int pairs) {
    int count = Math.toIntExact(stateShape[0]);
    int[] ones = new int[pairs * count];
    Arrays.fill(ones, 1);
    feed.tensors().put(spec.name(), Tensors.integers(fusion, spec, ones, pairs, count));
  }

  @Override
  public void close() {
    fusion.close();
    vision.ifPresent(MatcherVision::close);
    pipeline.close();
  }
}
