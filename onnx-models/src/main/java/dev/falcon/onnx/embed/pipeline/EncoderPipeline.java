// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

import dev.falcon.data.FalconException;
import dev.falcon.data.Futures;
import dev.falcon.data.RequestException;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.image.Raster;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Encodes images and captions to unit vectors, in full batches. Workers decode, preprocess and
 * tokenise while one thread runs the graphs.
 *
 * <p>The composition of batches depends only on the order of the calls, never on time. That matters
 * because a vector's last bits may depend on its batch (with dynamically quantised graphs, more
 * than the last bits). Thus equal calls give equal bytes. The row of an image that cannot be
 * decoded is filled with zeros.
 *
 * <p>Only one thread may add; any thread may await results. Memory: {@value #IMAGE_BATCHES} direct
 * buffers of batchSize x 3 x height x width floats, which are reused; up to {@link
 * PipelineSettings#imageBytes} bytes of waiting image files; and one decoded image per worker.
 * Adding blocks while all of this memory is in use.
 */
public final class EncoderPipeline implements AutoCloseable {
  static final int IMAGE_BATCHES = 4;
  private static final int TEXT_WINDOWS = 4;

  /**
   * The number of batches of texts that are sorted by length together, so that the texts of a batch
   * have similar lengths.
   */
  private static final int WINDOW = 8;

  private static final int EVERYONE = 1 << 20;

  private final DualEncoder encoder;
  private final PipelineSettings settings;
  private final int imageLength; // floats of an image's tensor
  private final StageClock clock;
  private final ExecutorService workers;
  private final ExecutorService graphs;
  private final ImageDecoder decoder = new ImageDecoder();
  private final Map<ConvertOrder, Queue<Preprocessor>> idle = new EnumMap<>(ConvertOrder.class);
  private final Queue<FloatBuffer> freeBuffers = new ConcurrentLinkedQueue<>();
  private final Semaphore freeImageBatches = new Semaphore(IMAGE_BATCHES);
  private final ByteBudget waitingFiles;
  private EncoderBatch<FloatBuffer> images;
  private final TextLane texts;
  private final TextLane queries;
  private volatile boolean closed;

  /** Creates a pipeline for an encoder, which the caller closes after the pipeline. */
  public EncoderPipeline(DualEncoder encoder, PipelineSettings settings) {
    this(encoder, settings, new StageClock());
  }

  public EncoderPipeline(DualEncoder encoder, PipelineSettings settings, StageClock clock) {
    this.encoder = encoder;
    this.settings = settings;
    this.clock = clock;
    texts = new TextLane(encoder::texts);
    queries = new TextLane(encoder::queries);
    imageLength = encoder.isOfTexts() ? 0 : encoder.images().transform().outputLength();
    long bufferBytes = (long) settings.batchSize() * imageLength * Float.BYTES;
    if (bufferBytes > Integer.MAX_VALUE) {
      throw new RequestException(
          "a batch of "
              + settings.batchSize()
              + " images takes "
              + bufferBytes
              + " bytes; at most 2^31 - 1 are possible");
    }
    waitingFiles = new ByteBudget(settings.imageBytes());
    workers = Futures.pool(settings.workers(), "falcon-prepare");
    graphs = Futures.pool(1, "falcon-graph");
    for (ConvertOrder order : ConvertOrder.values()) {
      idle.put(order, new ConcurrentLinkedQueue<>());
    }
  }

  /** Returns the working time of each stage so far in seconds, summed over its threads. */
  public Map<Stage, Double> seconds() {
    return clock.seconds();
  }

  /** Adds an image, preprocessed by the model folder's settings. */
  public PendingVector image(byte[] file) {
    return image(file, encoder.images().transform().convertOrder());
  }

  /**
   * Adds an image.
   *
   * @param file the bytes of the whole encoded file, which must not change afterwards
   * @param order when the image is converted to RGB
   */
  public PendingVector image(byte[] file, ConvertOrder order) {
    if (images == null) {
      freeImageBatches.acquireUninterruptibly();
      FloatBuffer free = freeBuffers.poll();
      images =
          new EncoderBatch<>(free == null ? encoder.images().newBatch(settings.batchSize()) : free);
    }
    waitingFiles.acquire(file.length);
    requireOpen();
    EncoderBatch<FloatBuffer> batch = images;
    int offset = batch.size() * imageLength;
    PendingVector row = batch.add();
    execute(workers, batch, () -> prepare(batch, row, offset, file, order));
    if (batch.size() == settings.batchSize()) {
      closeImages();
    }
    return row;
  }

  /** Adds a caption, or another corpus text. */
  public PendingVector text(String caption) {
    return texts.add(caption);
  }

  /** Adds a query text. */
  public PendingVector query(String text) {
    return queries.add(text);
  }

  /** Returns whether the model sees nothing of a caption. */
  public boolean isEmptyText(String caption) {
    return encoder.texts().pipeline().isEmpty(caption);
  }

  /** Returns whether the model sees nothing of a query text. */
  public boolean isEmptyQuery(String text) {
    return encoder.queries().pipeline().isEmpty(text);
  }

  /** Returns whether images wait in a batch that is not full. */
  public boolean hasOpenImages() {
    return images != null;
  }

  /** Returns whether captions wait in a batch that is not full. */
  public boolean hasOpenTexts() {
    return texts.open != null;
  }

  /** Returns whether query texts wait in a batch that is not full. */
  public boolean hasOpenQueries() {
    return queries.open != null;
  }

  /** Closes the batches that are not full, so that everything added so far can be awaited. */
  public void flush() {
    closeImages();
    closeTexts();
    closeQueries();
  }

  /** Closes the batch of images that is not full. */
  public void closeImages() {
    EncoderBatch<FloatBuffer> batch = images;
    images = null;
    if (batch != null && batch.prepared()) {
      execute(graphs, batch, () -> run(batch));
    }
  }

  /** Closes the batch of captions that is not full. */
  public void closeTexts() {
    texts.close();
  }

  /** Closes the batch of query texts that is not full. */
  public void closeQueries() {
    queries.close();
  }

  private static void execute(ExecutorService executor, EncoderBatch<?> batch, Runnable work) {
    try {
      executor.execute(work);
    } catch (RejectedExecutionException e) {
      batch.fail(e); // the pipeline was closed meanwhile
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new CancellationException("the pipeline is closed");
    }
  }

  private void prepare(
      EncoderBatch<FloatBuffer> batch,
      PendingVector row,
      int offset,
      byte[] file,
      ConvertOrder order) {
    Preprocessor preprocessor = idle.get(order).poll();
    if (preprocessor == null) {
      preprocessor = new Preprocessor(encoder.images().transform().withConvertOrder(order));
    }
    try {
      long begin = System.nanoTime();
      Raster picture = decoder.decode(file);
      begin = clock.add(Stage.DECODE, begin);
      preprocessor.apply(picture, batch.content(), offset);
      clock.add(Stage.PREPROCESS, begin);
    } catch (ImageException e) {
      batch.content().put(offset, new float[imageLength]);
      row.settle(new Encoded.Unusable(e.getMessage()));
    } catch (FalconException | Error e) {
      row.fail(e);
    } catch (RuntimeException e) {
      // Whatever the picture contains: one row is lost, not the run.
      batch.content().put(offset, new float[imageLength]);
      row.settle(new Encoded.Unusable("the picture cannot be prepared: " + e));
    } finally {
      idle.get(order).add(preprocessor);
      waitingFiles.release(file.length);
      if (batch.prepared()) {
        execute(graphs, batch, () -> run(batch));
      }
    }
  }

  private void run(EncoderBatch<FloatBuffer> batch) {
    try {
      if (batch.isWanted()) {
        long begin = System.nanoTime();
        float[] vectors = encoder.images().encode(batch.content(), batch.size());
        clock.add(Stage.INFERENCE, begin);
        batch.settle(vectors, encoder.perImage(), encoder.dimension());
      }
    } catch (RuntimeException | Error e) {
      batch.fail(e);
    } finally {
      freeBuffers.add(batch.content());
      freeImageBatches.release();
    }
  }

  /** The batches of the texts of one encoder. */
  private final class TextLane {
    private final Supplier<TextEncoder> texts;
    private final Semaphore free = new Semaphore(TEXT_WINDOWS);
    private final int window =
        (int) Math.min(Integer.MAX_VALUE, (long) WINDOW * settings.batchSize());
    private EncoderBatch<List<String>> open;

    private TextLane(Supplier<TextEncoder> texts) {
      this.texts = texts;
    }

    private PendingVector add(String text) {
      if (open == null) {
        free.acquireUninterruptibly();
        open = new EncoderBatch<>(new ArrayList<>());
      }
      requireOpen();
      EncoderBatch<List<String>> batch = open;
      PendingVector row = batch.add();
      batch.content().add(text);
      batch.prepared();
      if (batch.size() == window) {
        close();
      }
      return row;
    }

    private void close() {
      EncoderBatch<List<String>> batch = open;
      open = null;
      if (batch != null) {
        execute(workers, batch, () -> tokenise(batch));
      }
    }

    private void tokenise(EncoderBatch<List<String>> batch) {
      try {
        long begin = System.nanoTime();
        TokenBatch tokens = texts.get().pipeline().encode(batch.content());
        for (int row = 0; row < tokens.rows(); row++) {
          if (tokens.isMasked(row)) { // a graph gives such a text zero, NaN or a vector of padding
            batch.reject(row, "the tokenizer leaves nothing of it");
          }
        }
        clock.add(Stage.TOKENISE, begin);
        execute(graphs, batch, () -> run(batch, tokens));
      } catch (RuntimeException | Error e) {
        batch.fail(e);
        free.release();
      }
    }

    private void run(EncoderBatch<List<String>> batch, TokenBatch tokens) {
      try {
        long begin = System.nanoTime();
        float[] vectors = texts.get().encode(tokens, settings.batchSize());
        clock.add(Stage.INFERENCE, begin);
        batch.settle(vectors, 1, encoder.dimension());
      } catch (RuntimeException | Error e) {
        batch.fail(e);
      } finally {
        free.release();
      }
    }
  }

  /**
   * Stops the pipeline. A thread that is adding gets a {@link CancellationException}; unfinished
   * vectors are never completed.
   */
  @Override
  public void close() {
    closed = true;
    workers.shutdownNow();
    graphs.shutdownNow();
    freeImageBatches.release(EVERYONE);
    texts.free.release(EVERYONE);
    queries.free.release(EVERYONE);
    waitingFiles.open();
    boolean interrupted = false;
    while (true) {
      try {
        // A running graph cannot be interrupted, and the session must not be freed before it ends.
        if (workers.awaitTermination(1, TimeUnit.MINUTES)
            && graphs.awaitTermination(1, TimeUnit.MINUTES)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
