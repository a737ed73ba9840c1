package dev.falcon.spark.internal.mine;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.Vectors;
import dev.falcon.mining.parts.MiningPlan;
import dev.falcon.mining.parts.PartRows;
import dev.falcon.mining.shuffle.Shuffle;
import dev.falcon.spark.internal.task.MiningTask;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The rows of one part, as a shuffle has delivered them: every row says its place, so nothing is
 * sorted. Vectors lie in a temporary file, each at its place, so that a search space is read in
 * sequence.
 *
 * <p>Memory: keys, image ids and captions of the part, and 8 bytes a row of it.
 */
final class DeliveredRows implements PartRows, AutoCloseable {
  private static final int PAGE = 1 << 20;
  private static final int READ_BYTES = 1 << 20;

  private final Shape shape;
  private final RowCodec codec;
  private final MiningPlan plan;
  private final Shuffle shuffle;
  private final long start; // position of the part's first row
  private final long[] texts; // page << 32 | offset, by place; -1 before it is delivered
  private final List<ByteBuffer> pages = new ArrayList<>();
  private final Path file;
  private final FileChannel vectors;

  DeliveredRows(MiningTask task, int part, Shuffle shuffle, Iterator<byte[]> chunks) {
    this.shape = task.shape();
    this.codec = new RowCodec(shape.dimension(), shape.perImage(), task.type());
    this.plan = task.plan();
    this.shuffle = shuffle;
    this.start = plan.start(part);
    this.texts = new long[plan.rows(part)];
    Arrays.fill(texts, -1);
    try {
      file = Files.createTempFile("falcon-part-", ".rows");
      vectors =
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new FalconException("no temporary file can be made: " + e.getMessage(), e);
    }
    try {
      take(part, chunks);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void take(int part, Iterator<byte[]> chunks) {
    long delivered = 0;
    while (chunks.hasNext()) {
      ByteBuffer chunk = ByteBuffer.wrap(chunks.next());
      while (chunk.hasRemaining()) {
        takeRow(part, chunk);
        delivered++;
      }
    }
    if (delivered != texts.length) {
      throw new FalconException(
          "%s: part %d was delivered %,d rows of %,d; the store has changed; mine all anew"
              .formatted(name(), part, delivered, texts.length));
    }
  }

  private void takeRow(int part, ByteBuffer chunk) {
    int place = chunk.getInt();
    if (texts[place] >= 0) {
      throw new IllegalStateException("place " + place + " of part " + part + " is taken twice");
    }
    try {
      ByteBuffer bytes = chunk.slice(chunk.position(), codec.vectorBytes());
      long at = (long) place * codec.vectorBytes();
      while (bytes.hasRemaining()) {
        at += vectors.write(bytes, at);
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
    chunk.position(chunk.position() + codec.vectorBytes());
    int begin = chunk.position();
    for (int text = 0; text < 3; text++) {
      RowCodec.skipText(chunk);
    }
    keep(place, chunk.slice(begin, chunk.position() - begin));
  }

  private void keep(int place, ByteBuffer row) {
    ByteBuffer page = pages.isEmpty() ? null : pages.get(pages.size() - 1);
    if (page == null || page.remaining() < row.remaining()) {
      page = ByteBuffer.allocate(Math.max(PAGE, row.remaining()));
      pages.add(page);
    }
    texts[place] = (long) (pages.size() - 1) << Integer.SIZE | page.position();
    page.put(row);
  }

  private int place(long row) {
    return (int) (shuffle.positionOf(plan.usable().rank(row)) - start);
  }

  private String text(long row, int number) {
    long at = texts[place(row)];
    ByteBuffer page = pages.get((int) (at >>> Integer.SIZE)).duplicate();
    page.clear().position((int) at);
    for (int text = 0; text < number; text++) {
      RowCodec.skipText(page);
    }
    return RowCodec.readText(page);
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public String key(long row) {
    return text(row, 0);
  }

  @Override
  public String imageId(long row) {
    return text(row, 1);
  }

  @Override
  public String caption(long row) {
    return text(row, 2);
  }

  /** Reads places that follow each other at once: those of a search space all do. */
  @Override
  public void read(long[] rows, float[] image, float[] text) {
    int most = Math.max(1, READ_BYTES / codec.vectorBytes());
    ByteBuffer bytes =
        ByteBuffer.allocate(most * codec.vectorBytes()).order(ByteOrder.LITTLE_ENDIAN);
    int row = 0;
    while (row < rows.length) {
      int first = place(rows[row]);
      int end = row + 1;
      while (end < rows.length && end - row < most && place(rows[end]) == first + end - row) {
        end++;
      }
      read(first, bytes.clear().limit((end - row) * codec.vectorBytes()));
      for (; row < end; row++) {
        decode(bytes, row, image, text);
      }
    }
  }

  private void read(int place, ByteBuffer bytes) {
    long at = (long) place * codec.vectorBytes();
    try {
      while (bytes.hasRemaining()) {
        if (vectors.read(bytes, at + bytes.position()) < 0) {
          throw new EOFException("it ends too early");
        }
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    bytes.flip();
  }

  private void decode(ByteBuffer bytes, int row, float[] image, float[] text) {
    codec.readVectors(bytes, image, row * codec.imageLength(), codec.imageLength());
    codec.readVectors(bytes, text, row * dimension(), dimension());
    for (int vector = row * perImage(); vector < (row + 1) * perImage(); vector++) {
      Vectors.normalise(image, vector * dimension(), dimension());
    }
    Vectors.normalise(text, row * dimension(), dimension());
  }

  @Override
  public void close() {
    try {
      vectors.close();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
