// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import dev.falcon.benchmarks.material.Measured;
import dev.falcon.benchmarks.material.RandomNetwork;
import dev.falcon.benchmarks.material.SyntheticPhotos;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Folders;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.mining.audit.Auditor;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.onnx.folder.GraphRole;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The whole of {@code falcon audit-fn} on listed pairs, tar to report, beside what it is made of.
 *
 * <ul>
 *   <li>From scratch: each pair decoded, tokenised and put through both graphs by itself.
 *   <li>Fusion: the fusion graph alone on tensors that lie ready, in batches of 64 pairs with a
 *       picture for every caption, as a matcher is usually run.
 *   <li>Fusion, shared: the same with one picture for all captions of a run.
 *   <li>Vision: the vision graph alone on pixels that lie ready, 16 pictures at once.
 * </ul>
 *
 * <p>Arguments: images, pairs an image, repetitions, pairs from scratch, and the network's side,
 * width, heads and image layers, so
 *
 * <pre>AuditBenchmark 32 20 3 40 256 768 12 12</pre>
 *
 * <p>measures ALBEF's own sizes. The pictures are JPEGs of 640 x 480 pixels, the captions have 8 to
 * 15 words.
 */
public final class AuditBenchmark {
  private static final int PAIRS_AT_ONCE = 64;
  private static final int IMAGES_AT_ONCE = 16;

  private final int images;
  private final int perImage;
  private final Path scratch;
  private final RandomNetwork network;
  private final List<Sample> samples;
  private final ModelFolder model;
  private final Sessions sessions = Sessions.onCpu();

  private AuditBenchmark(int[] arguments, Path scratch) throws IOException {
    this.images = arguments[0];
    this.perImage = arguments[1];
    this.scratch = scratch;
    this.network = RandomNetwork.of(arguments[4], arguments[5], arguments[6], arguments[7]);
    this.model = ModelFolder.open(network.write(scratch.resolve("model")));
    this.samples = samples();
  }

  /** Prints pairs a second of all ways. */
  public static void main(String[] arguments) throws Exception {
    int[] numbers = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
    Path scratch = Files.createTempDirectory("falcon-audit-benchmark");
    try {
      new AuditBenchmark(numbers, scratch).measure(numbers[2], numbers[3]);
    } finally {
      Folders.delete(scratch);
    }
  }

  private void measure(int repetitions, int fromScratchPairs) throws Exception {
    SampleSource data = data();
    int pairs = images * perImage;
    double[][] seconds = new double[5][repetitions];
    for (int round = -1; round < repetitions; round++) {
      double[] now = {
        fromScratch(round < 0 ? 2 : fromScratchPairs),
        whole(data),
        vision(),
        fusion(PAIRS_AT_ONCE, false),
        fusion(perImage, true)
      };
      for (int i = 0; i < now.length && round >= 0; i++) { // the first round warms up
        seconds[i][round] = now[i];
      }
    }
    double scratchSeconds = Measured.median(seconds[0]) / fromScratchPairs * pairs;
    double whole = Measured.median(seconds[1]);
    double vision = Measured.median(seconds[2]);
    double fusion = Measured.median(seconds[3]);
    double shared = Measured.median(seconds[4]);
    System.out.printf(
        Locale.ROOT,
        "%d images, %d pairs each, %d cores: from scratch %.1f pairs/s, whole %.1f pairs/s (%.2f"
            + " s), %.1f times as many%n",
        images,
        perImage,
        Runtime.getRuntime().availableProcessors(),
        pairs / scratchSeconds,
        pairs / whole,
        whole,
        scratchSeconds / whole);
    System.out.printf(
        Locale.ROOT,
        "alone: vision %.2f s, fusion %.2f s, fusion shared %.2f s%n"
            + "whole / fusion %.2f; whole / (vision + fusion) %.2f; whole / (vision + fusion"
            + " shared) %.2f%n",
        vision,
        fusion,
        shared,
        whole / fusion,
        whole / (vision + fusion),
        whole / (vision + shared));
  }

  /** Seconds of the audit. */
  private double whole(SampleSource data) {
    long begin = System.nanoTime();
    new Auditor(sessions, Progress.NONE)
        .audit(
            new AuditRequest(
                AuditRequest.Data.of(data),
                new AuditTarget.Pairs(scratch.resolve("pairs.jsonl")),
                AuditRequest.Evidence.of(
                    List.of(new AuditRequest.Judge("judge", model)), Optional.empty()),
                AuditOptions.defaults(),
                scratch.resolve("audit"),
                false,
                true));
    return Measured.secondsSince(begin);
  }

  private double fromScratch(int pairs) {
    try (MatchScorer scorer = model.openMatchScorer(sessions)) {
      FloatBuffer pixels = scorer.newBatch(1);
      long begin = System.nanoTime();
      for (int pair = 0; pair < pairs; pair++) {
        Sample image = samples.get(pair / perImage % images);
        Sample text = samples.get((pair / perImage + 1 + pair % perImage) % images);
        new Preprocessor(scorer.transform()).apply(image.image().orElseThrow(), pixels, 0);
        scorer.score(
            scorer.encodeImages(pixels, 1),
            new int[1],
            scorer.encodeCaptions(text.captions()),
            new int[1]);
      }
      return Measured.secondsSince(begin);
    }
  }

  private double vision() throws OrtException {
    try (GraphSession graph = sessions.open(model.requireGraph(GraphRole.ITM_VISION_MODEL))) {
      int side = network.shape().imageSize();
      FloatBuffer pixels = floats(IMAGES_AT_ONCE * 3 * side * side);
      long[] shape = {IMAGES_AT_ONCE, 3, side, side};
      try (OnnxTensor tensor = OnnxTensor.createTensor(graph.environment(), pixels, shape)) {
        return time(graph, Map.of("pixel_values", tensor), "image_states", images / IMAGES_AT_ONCE);
      }
    }
  }

  private double fusion(int pairs, boolean shared) throws OrtException {
    try (GraphSession graph = sessions.open(model.requireGraph(GraphRole.ITM_FUSION_MODEL))) {
      int rows = shared ? 1 : pairs;
      int tokens = network.shape().patches() + 1;
      int width = network.shape().image().width();
      int length = 16;
      LongBuffer ids = LongBuffer.allocate(pairs * length);
      LongBuffer mask = LongBuffer.allocate(pairs * length);
      for (int i = 0; i < ids.capacity(); i++) {
        ids.put(i, 4 + i % 900);
        mask.put(i, 1);
      }
      Map<String, OnnxTensor> feed = new HashMap<>();
      long[] shape = {rows, tokens, width};
      FloatBuffer states = floats(rows * tokens * width);
      feed.put("image_states", OnnxTensor.createTensor(graph.environment(), states, shape));
      long[] textShape = {pairs, length};
      feed.put("input_ids", OnnxTensor.createTensor(graph.environment(), ids, textShape));
      feed.put("attention_mask", OnnxTensor.createTensor(graph.environment(), mask, textShape));
      double seconds = time(graph, feed, "logits", images * perImage / pairs);
      feed.values().forEach(OnnxTensor::close);
      return seconds;
    }
  }

  /** Seconds of this many runs after one to warm up. */
  private static double time(
      GraphSession graph, Map<String, OnnxTensor> feed, String output, int runs) {
    graph.run(feed, Set.of(output)).close();
    long begin = System.nanoTime();
    for (int run = 0; run < runs; run++) {
      graph.run(feed, Set.of(output)).close();
    }
    return Measured.secondsSince(begin);
  }

  private static FloatBuffer floats(int count) {
    FloatBuffer values =
        ByteBuffer.allocateDirect(count * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    for (int i = 0; i < count; i++) {
      values.put(i, (i % 37 - 18) / 18f);
    }
    return values;
  }

  private SampleSource data() throws IOException {
    Path tar = SyntheticPhotos.write(samples, scratch.resolve("samples.tar"));
    StringBuilder lines = new StringBuilder();
    for (int image = 0; image < images; image++) {
      for (int other = 1; other <= perImage; other++) {
        lines.append(
            "{\"image_key\": \"%s\", \"text_key\": \"%s\"}%n"
                .formatted(samples.get(image).key(), samples.get((image + other) % images).key()));
      }
    }
    Files.writeString(scratch.resolve("pairs.jsonl"), lines);
    return SampleSources.open(tar.toString());
  }

  private List<Sample> samples() throws IOException {
    List<String> words = RandomNetwork.words();
    RandomStream random = RandomStream.of(3, "benchmark captions");
    List<Sample> made = new ArrayList<>();
    for (Sample photo : SyntheticPhotos.samples(images)) {
      List<String> caption = new ArrayList<>();
      for (int word = 8 + random.nextInt(8); word > 0; word--) {
        caption.add(words.get(4 + random.nextInt(words.size() - 4)));
      }
      made.add(
          Sample.of(photo.key(), photo.image().orElseThrow(), List.of(String.join(" ", caption))));
    }
    return made;
  }
}
