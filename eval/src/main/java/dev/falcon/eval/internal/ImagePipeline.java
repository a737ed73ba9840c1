package dev.falcon.eval.internal;

import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.eval.Embedder.ImageSink;
import dev.falcon.onnx.ImageEncoder;
import java.nio.FloatBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * Images to vectors in three stages that overlap: the caller's thread reads, a pool decodes and
 * preprocesses, one thread runs the graph. A fixed number of batches is under way, so the memory is
 * that of so many batches, whatever the dataset.
 */
public final class ImagePipeline implements AutoCloseable {
  private static final int BATCHES_UNDER_WAY = 3;

  private final ImageEncoder encoder;
  private final int batchSize;
  private final ExecutorService decoders =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(), daemons("falcon-decode"));
  private final ExecutorService graph = Executors.newSingleThreadExecutor(daemons("falcon-graph"));
  private final Queue<FloatBuffer> buffers = new ArrayDeque<>();
  private final Map<ConvertOrder, Queue<Preprocessor>> idle = new EnumMap<>(ConvertOrder.class);

  /** A pipeline into a graph. */
  public ImagePipeline(ImageEncoder encoder, int batchSize) {
    this.encoder = encoder;
    this.batchSize = batchSize;
    for (ConvertOrder order : ConvertOrder.values()) {
      idle.put(order, new ConcurrentLinkedQueue<>());
    }
  }

  private static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** A batch under way. */
  private record Batch(
      FloatBuffer pixels, List<String> problems, CompletableFuture<float[]> rows) {}

  /** Embeds images; the sink is called on the caller's thread, in the images' order. */
  public void embed(Iterator<byte[]> images, ConvertOrder order, ImageSink sink) {
    Deque<Batch> underWay = new ArrayDeque<>();
    int image = 0;
    try {
      while (images.hasNext() || !underWay.isEmpty()) {
        if (images.hasNext() && underWay.size() < BATCHES_UNDER_WAY) {
          underWay.add(begin(images, order));
        } else {
          image = finish(underWay.remove(), image, sink);
        }
      }
    } finally {
      // After a failure the batches that are left still write into their buffers: wait for them.
      for (Batch batch : underWay) {
        batch.rows().exceptionally(failure -> new float[0]).join();
        buffers.add(batch.pixels());
      }
    }
  }

  private Batch begin(Iterator<byte[]> images, ConvertOrder order) {
    FloatBuffer pixels = buffers.isEmpty() ? encoder.newBatch(batchSize) : buffers.remove();
    List<CompletableFuture<String>> decoding = new ArrayList<>();
    while (decoding.size() < batchSize && images.hasNext()) {
      byte[] file = images.next();
      int offset = decoding.size() * encoder.transform().outputLength();
      decoding.add(
          CompletableFuture.supplyAsync(() -> decode(file, order, pixels, offset), decoders));
    }
    List<String> problems = new ArrayList<>();
    CompletableFuture<float[]> rows =
        CompletableFuture.allOf(decoding.toArray(CompletableFuture[]::new))
            .thenApplyAsync(
                done -> {
                  decoding.forEach(problem -> problems.add(problem.join()));
                  return encoder.encodeNormalised(pixels, decoding.size());
                },
                graph);
    return new Batch(pixels, problems, rows);
  }

  /** Writes an image's tensor; what is wrong with the image, or null. */
  private String decode(byte[] file, ConvertOrder order, FloatBuffer pixels, int offset) {
    Preprocessor preprocessor = idle.get(order).poll();
    if (preprocessor == null) {
      preprocessor = new Preprocessor(encoder.transform().withConvertOrder(order));
    }
    try {
      preprocessor.apply(file, pixels, offset);
      return null;
    } catch (ImageException e) {
      return e.getMessage();
    } finally {
      idle.get(order).add(preprocessor);
    }
  }

  private int finish(Batch batch, int firstImage, ImageSink sink) {
    float[] rows;
    try {
      rows = batch.rows().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    } finally {
      buffers.add(batch.pixels());
    }
    int width = encoder.dimension();
    for (int i = 0; i < batch.problems().size(); i++) {
      float[] vector = Arrays.copyOfRange(rows, i * width, (i + 1) * width);
      if (batch.problems().get(i) != null) {
        sink.unusable(firstImage + i, batch.problems().get(i));
      } else if (!Float.isFinite(vector[0] + vector[width - 1])) {
        sink.unusable(firstImage + i, "the model gives a vector that is not finite");
      } else {
        sink.vector(firstImage + i, vector);
      }
    }
    return firstImage + batch.problems().size();
  }

  @Override
  public void close() {
    decoders.shutdownNow();
    graph.shutdownNow();
  }
}
