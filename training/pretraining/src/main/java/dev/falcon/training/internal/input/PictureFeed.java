// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Prepares the pictures of later steps on its own threads while the network learns. The number of
 * threads and the amount of read-ahead do not affect the result: the augmentation of a row depends
 * only on the seed, the epoch and the row. The number of finished and started pictures is bounded.
 *
 * <p>{@link #begin} and {@link #take} are called in turn, from any thread.
 */
public final class PictureFeed implements AutoCloseable {
  private final Pictures pairs;
  private final long seed;
  private final int capacity;
  private final int workers;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Everything below is guarded by the lock.
  private final Map<Integer, Picture> pictures = new HashMap<>(); // by row, started or finished
  private final ArrayDeque<Picture> urgent = new ArrayDeque<>();
  private int[] order = new int[0];
  private boolean[] done = new boolean[0]; // by place in the order: started, or no longer needed
  private int[] places = new int[0]; // by row: its place in the order
  private int group = 1;
  private int next;
  private int epoch;
  private boolean closed;

  /** A requested picture. */
  private static final class Picture {
    private final int row;
    private final int epoch;
    private byte[] pixels; // null until it is finished
    private Throwable failure;

    Picture(int row, int epoch) {
      this.row = row;
      this.epoch = epoch;
    }

    boolean finished() {
      return pixels != null || failure != null;
    }

    byte[] result() {
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure instanceof RuntimeException exception) {
        throw exception;
      }
      return pixels;
    }
  }

  /**
   * @param workers number of threads; 0 to prepare pictures only when they are taken
   * @param bytes the maximum number of bytes of waiting pictures; one picture may always wait
   */
  public PictureFeed(Pictures pairs, long seed, int workers, long bytes) {
    this.pairs = pairs;
    this.seed = seed;
    this.capacity = (int) Math.max(1, Math.min(pairs.rows(), bytes / pairs.format().length()));
    this.workers = workers;
    for (int i = 0; i < workers; i++) {
      Thread thread = new Thread(this::work, "falcon-pictures-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * Starts an epoch, or resumes within one.
   *
   * @param rows the rows in the order in which they will probably be taken, each once
   * @param groupSize the number of rows per group; once a row of a later group is taken, the
   *     remaining rows of earlier groups will not be taken
   */
  public void begin(int newEpoch, int[] rows, int groupSize) {
    lock.lock();
    try {
      epoch = newEpoch;
      order = rows.clone();
      group = groupSize;
      done = new boolean[rows.length];
      places = new int[pairs.rows()];
      for (int place = 0; place < rows.length; place++) {
        places[rows[place]] = place;
      }
      next = 0;
      pictures.clear();
      urgent.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the pictures of a batch.
   *
   * @return the normalised pictures // [rows x 3 x size x size]
   */
  public float[] take(int[] rows) {
    int length = pairs.format().length();
    float[] batch = new float[Math.multiplyExact(rows.length, length)];
    ask(rows);
    for (int i = 0; i < rows.length; i++) {
      pairs.format().write(await(rows[i]), batch, i * length);
    }
    return batch;
  }

  private void ask(int[] rows) {
    lock.lock();
    try {
      int firstOfGroup = places[rows[0]] / group * group;
      pictures.values().removeIf(picture -> places[picture.row] < firstOfGroup);
      next = Math.max(next, firstOfGroup);
      for (int row : rows) {
        if (!pictures.containsKey(row)) {
          Picture picture = new Picture(row, epoch);
          pictures.put(row, picture);
          if (workers > 0) {
            urgent.add(picture);
          }
        }
        done[places[row]] = true;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private byte[] await(int row) {
    Picture picture;
    lock.lock();
    try {
      picture = pictures.get(row);
      while (workers > 0 && !picture.finished()) {
        changed.awaitUninterruptibly();
      }
      pictures.remove(row);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (workers == 0) {
      make(picture);
    }
    return picture.result();
  }

  private void work() {
    Picture picture = claim();
    while (picture != null) {
      make(picture);
      picture = claim();
    }
  }

  private void make(Picture picture) {
    byte[] pixels = null;
    Throwable failure = null;
    try {
      RandomStream augment = Purpose.AUGMENT.at(seed, picture.epoch, picture.row);
      pixels = pairs.picture(picture.row, augment);
    } catch (RuntimeException | Error e) {
      failure = e; // thrown again where the picture is taken
    }
    lock.lock();
    try {
      picture.pixels = pixels;
      picture.failure = failure;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next picture to prepare and returns it; null after closing. */
  private Picture claim() {
    lock.lock();
    try {
      while (!closed) {
        Picture picture = urgent.isEmpty() ? early() : urgent.remove();
        if (picture != null) {
          return picture;
        }
        changed.awaitUninterruptibly();
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the next picture that has not been started; null if there is none, or if there is no
   * memory for it.
   */
  private Picture early() {
    while (next < order.length && done[next]) {
      next++;
    }
    if (next == order.length || pictures.size() >= capacity) {
      return null;
    }
    Picture picture = new Picture(order[next], epoch);
    done[next] = true;
    pictures.put(picture.row, picture);
    return picture;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
