// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.internal.config.PixelInput;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Scores pairs by an image-text matching model, which is either split into a vision and a fusion
 * graph or is one graph that reads the pixels. Pairs with the same picture are scored together; the
 * picture is passed only once if the graph supports it.
 *
 * <p>Memory: the states of the pictures of one run, at most {@value #RUN_BYTES} bytes, per scoring
 * thread.
 */
public final class ItmScorer implements MatchScorer {
  private static final int PAIRS_PER_RUN = 64;
  private static final int LEAST_SHARED = 4;
  private static final long RUN_BYTES = 1L << 28;

  private final FusionGraph fusion;
  private final TextPipeline pipeline;
  private final PixelInput pixels;
  private final ImageTransform transform;
  private final Optional<MatcherVision> vision;
  private final PairRuns runs;
  private final boolean atOnce; // small operators leave cores idle, which a concurrent run can use
  private final Deque<FloatBuffer> buffers = new ArrayDeque<>();

  /**
   * @param graph the graph that scores
   * @param vision the graph of pictures' states; empty if {@code graph} reads the pixels
   */
  public ItmScorer(
      GraphSession graph,
      TextPipeline pipeline,
      PixelInput pixels,
      ImageTransform transform,
      Optional<MatcherVision> vision) {
    this.pipeline = pipeline;
    this.pixels = pixels;
    this.transform = transform;
    this.vision = vision;
    this.fusion =
        vision.isPresent()
            ? new FusionGraph(
                graph, FusionGraph.stateInput(graph), vision.get().stateShape(), pipeline)
            : new FusionGraph(
                graph, pixels.spec(), new long[] {3, pixels.height(), pixels.width()}, pipeline);
    this.atOnce = graph.device().kind() == Device.Kind.CPU;
    long stateBytes = (long) fusion.stateLength() * Float.BYTES;
    int mostPairs = (int) Math.max(1, Math.min(PAIRS_PER_RUN, RUN_BYTES / stateBytes));
    this.runs = new PairRuns(mostPairs, fusion.sharesImages() ? LEAST_SHARED : Integer.MAX_VALUE);
  }

  /** Returns whether a picture is passed only once for all its captions. */
  boolean sharesImages() {
    return fusion.sharesImages();
  }

  @Override
  public Kind kind() {
    return Kind.MATCH_PROBABILITY;
  }

  @Override
  public boolean isOfTexts() {
    return false;
  }

  @Override
  public List<EncodedImage> encodeQueries(List<String> queries) {
    throw new FalconException(fusion.file() + ": reads pictures, and no text in place of them");
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
    int length = fusion.stateLength();
    List<EncodedImage> encoded = new ArrayList<>(rows);
    float[] states = vision.isPresent() ? vision.get().encode(batch, rows) : new float[0];
    for (int row = 0; row < rows; row++) {
      float[] state = new float[length];
      if (vision.isPresent()) {
        System.arraycopy(states, row * length, state, 0, length);
      } else {
        batch.get(row * length, state);
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
    return score(images, imageOfPair, captions, captionOfPair, MatchOutput::probabilities);
  }

  @Override
  public float[] matchLogits(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair) {
    return score(images, imageOfPair, captions, captionOfPair, MatchOutput::matchLogits);
  }

  private float[] score(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair,
      FusionGraph.Reading reading) {
    float[] scores = new float[imageOfPair.length];
    int[] lengths = new int[scores.length];
    Arrays.setAll(lengths, pair -> captions.get(captionOfPair[pair]).ids().length);
    List<PairRuns.Run> planned = runs.of(imageOfPair, lengths);
    (atOnce ? planned.parallelStream() : planned.stream())
        .forEach(
            run -> {
              float[] part = score(run, images, imageOfPair, captions, captionOfPair, reading);
              for (int i = 0; i < part.length; i++) {
                scores[run.pairs()[i]] = part[i];
              }
            });
    return scores;
  }

  private float[] score(
      PairRuns.Run run,
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair,
      FusionGraph.Reading reading) {
    int[] pairs = run.pairs();
    List<int[]> ids = new ArrayList<>(pairs.length);
    for (int pair : pairs) {
      ids.add(captions.get(captionOfPair[pair]).ids());
    }
    int pictures = run.shared() ? 1 : pairs.length;
    FloatBuffer states = borrow(pictures * fusion.stateLength());
    for (int i = 0; i < pictures; i++) {
      states.put(i * fusion.stateLength(), images.get(imageOfPair[pairs[i]]).state());
    }
    float[] scores = fusion.run(states, pictures, pipeline.pad(ids), reading);
    giveBack(states);
    return scores;
  }

  /**
   * Returns a buffer of at least this many floats. Buffers are reused, since large ones are
   * expensive to allocate.
   */
  private FloatBuffer borrow(int floats) {
    synchronized (buffers) {
      FloatBuffer kept = buffers.poll();
      if (kept != null && kept.capacity() >= floats) {
        return kept;
      }
    }
    return direct(floats);
  }

  private void giveBack(FloatBuffer buffer) {
    synchronized (buffers) {
      buffers.push(buffer);
    }
  }

  @Override
  public void close() {
    fusion.close();
    vision.ifPresent(MatcherVision::close);
    pipeline.close();
  }
}
