package dev.falcon.training.internal.input.picture;

import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.random.Purpose;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Pictures of coming steps, made on threads of its own while the network learns. How many threads
 * there are, and what is made early, changes no byte: a row's random changes hang on the seed, the
 * epoch and the row alone. At most so many finished or begun pictures wait at once.
 *
 * <p>{@link #begin} and {@link #take} are called one after another, by whichever thread.
 */
public final class PictureFeed implements AutoCloseable {
  private final Pictures pairs;
  private final long seed;
  private final int capacity;
  private final int workers;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // All below is guarded by the lock.
  private final Map<Integer, Picture> pictures = new HashMap<>(); // by row, begun or finished
  private final ArrayDeque<Picture> urgent = new ArrayDeque<>();
  private int[] order = new int[0];
  private boolean[] done = new boolean[0]; // by place in the order: begun, or not wanted any more
  private int[] places = new int[0]; // by row: its place in the order
  private int group = 1;
  private int next;
  private int epoch;
  private boolean closed;

  /** A picture that is asked for. */
  private static final class Picture {
    private final int row;
    private final int epoch;
    private byte[] pixels; // null until it is made
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
   * @param workers how many threads; 0 to make pictures only when they are taken
   * @param bytes how much memory waiting pictures may take; one picture may in any case
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
   * Begins an epoch, or goes on in one.
   *
   * @param rows in the order in which they are likely to be taken, each once
   * @param groupSize so many rows belong together: once one of a later group is taken, those left
   *     of earlier groups will not be
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
   * The pictures of a batch.
   *
   * @return normalised // [rows x 3 x size x size]
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

  /** The next picture to make; waits where there is none, and gives null once all is over. */
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

  /** The next picture that nobody has asked for yet; null where there is none, or no place. */
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
