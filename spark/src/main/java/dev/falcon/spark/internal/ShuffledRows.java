// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.Vectors;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.shuffle.Shuffle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The rows of one part, as a shuffle delivers them. Every row has its place, so nothing is sorted.
 * Vectors are in a temporary file.
 *
 * <p>Memory: the keys, image ids and captions of the part, and 8 bytes per row.
 */
final class ShuffledRows implements PartRows, AutoCloseable {
  private static final int PAGE = 1 << 20;

  private final Shape shape;
  private final RowCodec codec;
  private final MiningPlan plan;
  private final Shuffle shuffle;
  private final long start; // position of the part's first row
  private final long[] texts; // page << 32 | offset, by place; -1 before it is delivered
  private final List<ByteBuffer> pages = new ArrayList<>();
  private final ShuffledVectors vectors;

  ShuffledRows(MiningTask task, int part, Shuffle shuffle, Iterator<byte[]> chunks) {
    this.shape = task.shape();
    this.codec = new RowCodec(shape.dimension(), shape.perImage(), task.type());
    this.plan = task.plan();
    this.shuffle = shuffle;
    this.start = plan.start(part);
    this.texts = new long[plan.rows(part)];
    Arrays.fill(texts, -1);
    this.vectors = new ShuffledVectors(codec.vectorBytes(), spaceStarts(plan, part));
    try {
      take(part, chunks);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private static int[] spaceStarts(MiningPlan plan, int part) {
    List<MiningUnit> units = plan.units(part);
    int[] starts = new int[units.size() + 1];
    for (int i = 0; i < units.size(); i++) {
      MiningUnit unit = units.get(i);
      starts[i + 1] = starts[i] + plan.layout(unit.epoch()).rows(unit.space());
    }
    return starts;
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
    vectors.finish();
    if (delivered != texts.length) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: part %d was delivered %,d rows of %,d; the store has changed; mine it again",
              name(),
              part,
              delivered,
              texts.length));
    }
  }

  private void takeRow(int part, ByteBuffer chunk) {
    int place = chunk.getInt();
    if (texts[place] >= 0) {
      throw new IllegalStateException("place " + place + " of part " + part + " is taken twice");
    }
    vectors.add(place, chunk.slice(chunk.position(), codec.vectorBytes()));
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

  private Optional<String> text(long row, int number) {
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
    return text(row, 0).orElseThrow();
  }

  @Override
  public Optional<String> imageId(long row) {
    return text(row, 1);
  }

  @Override
  public Optional<String> caption(long row) {
    return text(row, 2);
  }

  /** Reads a search space. */
  @Override
  public void read(long[] rows, float[] image, float[] text) {
    int first = place(rows[0]);
    vectors.read(first, rows.length, (place, bytes) -> decode(bytes, place - first, image, text));
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
    vectors.close();
  }
}
