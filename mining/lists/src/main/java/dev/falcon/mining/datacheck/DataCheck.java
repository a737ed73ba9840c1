// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.datacheck;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.OwnAnchors;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.statistics.BinomialLimit;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.RepeatedImages;
import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.datacheck.DataCheckResult.OwnPair;
import dev.falcon.mining.datacheck.DataCheckResult.WideCaption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * Compares the images and captions of some rows of a store with each other, exactly, and finds near
 * duplicates among the images of all rows. The result is the same for any number of threads.
 *
 * <p>Memory: four times the compared vectors, 40 bytes per compared row, and that of {@link
 * DistinctImages} and {@link NearDuplicates}. Time: the square of the compared rows, and that of
 * the search for near duplicates.
 */
public final class DataCheck {
  /** The default of the most rows to compare. */
  public static final int DEFAULT_ROWS = 10_000;

  /** The share of images from which a caption fits too many. */
  public static final double FITS_AT = 0.25;

  private static final int BLOCK = CrossKernel.BLOCK;

  private final EmbeddingStore store;
  private final Request request;
  private final CrossKernel kernel = Kernels.cross();
  private final Set<Long> repeated = new HashSet<>(); // hashes of vectors of several keys
  private int next; // the number of the next image
  private int count;
  private boolean[] beaten; // whether another image is more similar to a row's caption
  private long[] rows;
  private int[] groups;
  private float[] images;
  private float[] texts;

  /**
   * A request to check a dataset.
   *
   * @param mostRows the maximum number of rows to compare, at least 2
   * @param near the cosine from which two images are near duplicates, in (0, 1]
   * @param shown the number of examples of each kind to keep, at least 0
   */
  public record Request(int mostRows, double near, int shown) {
    public Request {
      if (mostRows < 2) {
        throw new RequestException("rows must be at least 2; rows=" + mostRows);
      }
      if (!(near > 0 && near <= 1)) {
        throw new RequestException("a cosine of near duplicates must lie in (0, 1]; near=" + near);
      }
      if (shown < 0) {
        throw new RequestException("shown must be at least 0; shown=" + shown);
      }
    }
  }

  private DataCheck(EmbeddingStore store, Request request) {
    this.store = store;
    this.request = request;
  }

  /**
   * Checks a store.
   *
   * @throws RequestException if the store has several vectors per image, or fewer than two usable
   *     rows
   */
  public static DataCheckResult of(EmbeddingStore store, Request request, Progress progress) {
    if (store.perImage() > 1) {
      throw new RequestException(
          store.folder() + ": has several vectors per image; stores of one can be checked");
    }
    DataCheck check = new DataCheck(store, request);
    int unusable = check.read();
    if (check.count < 2) {
      throw new RequestException(store.folder() + ": has fewer than two usable rows");
    }
    return check.compare(unusable, progress);
  }

  private int read() {
    int chosen = (int) Math.min(request.mostRows(), store.rows());
    int dimension = store.dimension();
    rows = new long[chosen];
    images = new float[chosen * dimension];
    texts = new float[chosen * dimension];
    groups = new int[chosen];
    Map<String, Integer> known = new HashMap<>();
    Map<Long, Integer> ofVector = new HashMap<>();
    float[] image = new float[dimension];
    float[] text = new float[dimension];
    for (int i = 0; i < chosen; i++) {
      long row = i * store.rows() / chosen;
      store.readRange(row, row + 1, image, text);
      if (normalised(image) && normalised(text)) {
        rows[count] = row;
        System.arraycopy(image, 0, images, count * dimension, dimension);
        System.arraycopy(text, 0, texts, count * dimension, dimension);
        groups[count] = group(row, image, known, ofVector);
        count++;
      }
    }
    return chosen - count;
  }

  /**
   * Returns the number of a row's image, which rows of the same image share. It is known by its id;
   * without one, by the key without the caption's number, or by the same vector.
   */
  private int group(
      long row, float[] vector, Map<String, Integer> known, Map<Long, Integer> ofVector) {
    Optional<String> id =
        Optional.of(row).filter(named -> store.hasImageIds()).flatMap(store::imageId);
    if (id.isPresent()) {
      return known.computeIfAbsent("id " + id.get(), any -> next++);
    }
    String key = "key " + DistinctImages.stem(store.key(row));
    long hash = RepeatedImages.hash(vector, 0, vector.length);
    Integer earlier = known.get(key);
    int group =
        earlier != null ? earlier : ofVector.containsKey(hash) ? ofVector.get(hash) : next++;
    if (earlier == null && ofVector.containsKey(hash)) {
      repeated.add(hash);
    }
    known.put(key, group);
    ofVector.putIfAbsent(hash, group);
    return group;
  }

  private static boolean normalised(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += (double) value * value;
    }
    if (!(squares > 0) || Double.isInfinite(squares)) {
      return false;
    }
    double norm = Math.sqrt(squares);
    for (int k = 0; k < vector.length; k++) {
      vector[k] = (float) (vector[k] / norm);
    }
    return true;
  }

  private DataCheckResult compare(int unusable, Progress progress) {
    int dimension = store.dimension();
    CrossKernel.Packed imageRows = kernel.rows(images, count, dimension);
    CrossKernel.Packed textColumns = kernel.columns(texts, count, dimension);
    float[] own = ownSimilarities(imageRows, textColumns);
    // By caption, in halves: images more similar than its own; images more similar to it than to
    // theirs.
    AtomicIntegerArray imagesAhead = new AtomicIntegerArray(count);
    AtomicIntegerArray prefers = new AtomicIntegerArray(count);
    beaten = new boolean[count];
    int blocks = (count + BLOCK - 1) / BLOCK;
    try (Progress.Task task = progress.begin("comparing", count, "rows")) {
      IntStream.range(0, blocks)
          .parallel()
          .forEach(
              rowBlock -> {
                float[] block = new float[BLOCK * BLOCK];
                for (int columnBlock = 0; columnBlock < blocks; columnBlock++) {
                  kernel.product(imageRows, rowBlock, textColumns, columnBlock, block);
                  countTexts(block, rowBlock, columnBlock, own, imagesAhead, prefers);
                }
                task.advance(Math.min(BLOCK, count - rowBlock * BLOCK));
              });
    }
    return result(unusable, own, imagesAhead, prefers, nearDuplicates(progress));
  }

  private NearDuplicates.Found nearDuplicates(Progress progress) {
    DistinctImages distinct = DistinctImages.of(store, progress);
    try (Parallel parallel = new Parallel(Runtime.getRuntime().availableProcessors())) {
      return new NearDuplicates(
              distinct, request.near(), request.shown(), NearDuplicates.EXACT, parallel, progress)
          .find();
    }
  }

  private float[] ownSimilarities(CrossKernel.Packed imageRows, CrossKernel.Packed textColumns) {
    float[] own = new float[count];
    float[] block = new float[BLOCK * BLOCK];
    for (int number = 0; number * BLOCK < count; number++) {
      kernel.product(imageRows, number, textColumns, number, block);
      for (int i = 0; i < BLOCK && number * BLOCK + i < count; i++) {
        own[number * BLOCK + i] = block[i * BLOCK + i];
      }
    }
    return own;
  }

  private void countTexts(
      float[] block,
      int rowBlock,
      int columnBlock,
      float[] own,
      AtomicIntegerArray imagesAhead,
      AtomicIntegerArray prefers) {
    for (int x = 0; x < BLOCK && rowBlock * BLOCK + x < count; x++) {
      int image = rowBlock * BLOCK + x;
      for (int y = 0; y < BLOCK && columnBlock * BLOCK + y < count; y++) {
        int text = columnBlock * BLOCK + y;
        if (groups[image] == groups[text]) {
          continue;
        }
        float similarity = block[x * BLOCK + y];
        int ahead = halves(similarity, own[text]);
        if (ahead == 2) {
          beaten[text] = true; // all threads write the same
        }
        if (ahead > 0) {
          imagesAhead.addAndGet(text, ahead);
        }
        int preferred = halves(similarity, own[image]);
        if (preferred > 0) {
          prefers.addAndGet(text, preferred);
        }
      }
    }
  }

  /**
   * Returns what a comparison counts, in halves: 2 if the similarity is greater, 1 for a tie, 0
   * otherwise.
   */
  private static int halves(float similarity, float own) {
    return similarity > own ? 2 : similarity == own ? 1 : 0;
  }

  private DataCheckResult result(
      int unusable,
      float[] own,
      AtomicIntegerArray imagesAhead,
      AtomicIntegerArray prefers,
      NearDuplicates.Found near) {
    long first = 0;
    long belowMedian = 0;
    long fitsMany = 0;
    long compared = 0;
    long preferred = 0;
    int[] sizes = new int[count];
    for (int i = 0; i < count; i++) {
      sizes[groups[i]]++;
    }
    List<OwnPair> pairs = new ArrayList<>();
    List<WideCaption> wide = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long all = (long) count - sizes[groups[i]];
      double ahead = all == 0 ? 0 : imagesAhead.get(i) / (2.0 * all);
      double share = all == 0 ? 0 : prefers.get(i) / (2.0 * all);
      first += beaten[i] ? 0 : 1;
      boolean low = ahead > 0.5;
      belowMedian += low ? 1 : 0;
      fitsMany += share >= FITS_AT ? 1 : 0;
      compared += all;
      preferred += prefers.get(i);
      String caption = store.hasCaptions() ? store.caption(rows[i]).orElse("") : "";
      String key = store.key(rows[i]);
      if (low) {
        pairs.add(
            new OwnPair(rows[i], key, store.anchor(rows[i]).orElse(""), caption, ahead, own[i]));
      }
      wide.add(new WideCaption(rows[i], key, caption, share));
    }
    pairs.sort(
        Comparator.comparingDouble((OwnPair pair) -> -pair.ahead())
            .thenComparingLong(OwnPair::row));
    wide.sort(
        Comparator.comparingDouble((WideCaption caption) -> -caption.share())
            .thenComparingLong(WideCaption::row));
    return new DataCheckResult(
        store.rows(),
        count,
        unusable,
        (int) Arrays.stream(groups, 0, count).distinct().count(),
        repeated.size(),
        repeatedCaptions(),
        compared == 0 ? 1 : 1 - preferred / (2.0 * compared),
        first,
        belowMedian,
        wrongAtMost(belowMedian, count),
        List.copyOf(pairs.subList(0, Math.min(request.shown(), pairs.size()))),
        request.near(),
        near.images(),
        near.pairs(),
        near.near(),
        near.nearest(),
        near.recall(),
        FITS_AT,
        fitsMany,
        List.copyOf(wide.subList(0, Math.min(request.shown(), count))),
        store.hasAnchors(),
        store.hasImagePairs(),
        hasSelfPairs());
  }

  private boolean hasSelfPairs() {
    int compared = count * store.dimension();
    return Arrays.equals(images, 0, compared, texts, 0, compared)
        || (store.hasAnchors()
            && IntStream.range(0, count)
                .allMatch(i -> OwnAnchors.is(store.anchor(rows[i]), store.caption(rows[i]))));
  }

  /**
   * Returns the upper limit of the share of wrong captions: half of them, and perhaps some right
   * ones, are below the median.
   */
  static double wrongAtMost(long belowMedian, long count) {
    return count == 0
        ? 1
        : Math.min(1, 2 * BinomialLimit.upper(belowMedian, count, DataCheckResult.CONFIDENCE));
  }

  private long repeatedCaptions() {
    if (!store.hasCaptions()) {
      return 0;
    }
    Map<String, Integer> firstGroup = new HashMap<>();
    long repeated = 0;
    for (int i = 0; i < count; i++) {
      int group = groups[i];
      Integer earlier =
          store
              .caption(rows[i])
              .map(c -> firstGroup.putIfAbsent(SameText.CASED.form(c), group))
              .orElse(-1);
      repeated += earlier != null && earlier >= 0 && earlier != group ? 1 : 0;
    }
    return repeated;
  }
}
