// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.store.StoreShard;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.shuffle.Shuffle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.TaskCompletionListener;
import scala.Tuple2;

/**
 * Sends the rows of a shard to their parts. The inverse of the permutation gives every row its part
 * and its place in the part. Rows are collected in chunks of bytes, one per part.
 *
 * <p>Memory: {@value #BUDGET} bytes of open chunks, each at least as long as a row, and a block of
 * vectors.
 *
 * @param targets the partition of each of the epoch's parts; -1 for a finished part // [parts]
 */
record Scatter(
    Broadcast<MiningTask> broadcast, Broadcast<Storage> storage, int epoch, int[] targets)
    implements PairFlatMapFunction<ShardFiles, Integer, byte[]> {
  private static final int BUDGET = 64 << 20;
  private static final int MOST_CHUNK = 1 << 20;
  private static final int LEAST_CHUNK = 1 << 12;
  private static final int BLOCK_COMPONENTS = 1 << 18;

  @Override
  public Iterator<Tuple2<Integer, byte[]>> call(ShardFiles files) {
    FetchedShard fetched = new FetchedShard(files, storage.value());
    TaskContext context = TaskContext.get();
    if (context != null) {
      context.addTaskCompletionListener((TaskCompletionListener) ended -> fetched.close());
    }
    MiningTask task = broadcast.value();
    task.closeIdle(); // miners of an earlier epoch, whose memory this epoch's rows need
    return new Chunks(task, files.firstRow(), fetched.shard());
  }

  /** The shard's rows, chunk by chunk. */
  private final class Chunks implements Iterator<Tuple2<Integer, byte[]>> {
    private final MiningTask task;
    private final MiningPlan plan;
    private final Shuffle shuffle;
    private final long firstRow;
    private final StoreShard shard;
    private final RowCodec codec;
    private final int blockRows;
    private final byte[] image; // of a block of rows, in the stored form
    private final byte[] text; // of a block of rows, in the stored form
    private final int firstPart;
    private final long[] starts; // first positions of the epoch's parts
    private final int chunkBytes;
    private final ByteBuffer[] open; // by part
    private final Deque<Tuple2<Integer, byte[]>> ready = new ArrayDeque<>();
    private long next; // next row of the shard
    private int flushed; // number of parts whose last chunk is passed on

    Chunks(MiningTask task, long firstRow, StoreShard shard) {
      this.task = task;
      this.plan = task.plan();
      this.shuffle = task.shuffle(epoch);
      this.firstRow = firstRow;
      this.shard = shard;
      this.codec = new RowCodec(shard.dimension(), shard.perImage(), shard.vectorType());
      this.blockRows = Math.max(1, BLOCK_COMPONENTS / shard.imageLength());
      this.image = new byte[blockRows * codec.imageBytes()];
      this.text = new byte[blockRows * codec.textBytes()];
      this.firstPart = plan.firstPart(epoch);
      this.starts = new long[targets.length];
      Arrays.setAll(starts, part -> plan.start(firstPart + part));
      this.chunkBytes = Math.max(LEAST_CHUNK, Math.min(MOST_CHUNK, BUDGET / targets.length));
      this.open = new ByteBuffer[targets.length];
    }

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && next < shard.rows()) {
        readBlock();
      }
      while (ready.isEmpty() && flushed < open.length) {
        flush(flushed++);
      }
      return !ready.isEmpty();
    }

    @Override
    public Tuple2<Integer, byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the shard has no more rows");
      }
      return ready.poll();
    }

    private void readBlock() {
      long to = Math.min(shard.rows(), next + blockRows);
      shard.readBytes(next, to, image, text);
      for (long row = next; row < to; row++) {
        if (!task.isRejected(firstRow + row)) {
          send(row, (int) (row - next));
        }
      }
      next = to;
    }

    private void send(long row, int inBlock) {
      long position = shuffle.positionOf(plan.usable().rank(firstRow + row));
      int part = plan.partOf(epoch, position) - firstPart;
      if (targets[part] < 0) {
        return;
      }
      RowCodec.Texts texts =
          RowCodec.Texts.of(shard.key(row), shard.imageId(row), shard.caption(row));
      int length = codec.length(texts);
      if (open[part] != null && open[part].remaining() < length) {
        flush(part);
      }
      if (open[part] == null || open[part].capacity() < length) {
        open[part] = ByteBuffer.allocate(Math.max(chunkBytes, length));
      }
      codec.write((int) (position - starts[part]), image, text, inBlock, texts, open[part]);
    }

    private void flush(int part) {
      ByteBuffer chunk = open[part];
      if (chunk != null && chunk.position() > 0) {
        byte[] bytes = new byte[chunk.position()];
        chunk.get(0, bytes);
        ready.add(new Tuple2<>(targets[part], bytes));
        chunk.clear();
      }
    }
  }
}
