// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

/**
 * Selects the indices of the k largest scores, with ties decided exactly as by PyTorch's {@code
 * topk} on a CPU.
 *
 * <p>Which of several equal scores is chosen decides a hit, and equal scores are common: a class
 * name that occurs twice, a caption given to two images. PyTorch compares only scores, not indices,
 * and leaves the order of equal scores to the C++ library: a partial sort if {@code 64·k <= n},
 * otherwise a selection of the k-th followed by a sort of those before it. Both are deterministic,
 * so this class makes the same moves of elements.
 *
 * <p>An instance keeps its scratch space and is not thread-safe.
 */
public final class TopK {
  /** The greatest k. With more elements, the C++ library's sort uses another algorithm. */
  public static final int MAX_K = 16;

  private static final int PARTIAL_SORT_RATIO = 64;

  private float[] values = new float[0];
  private int[] indices = new int[0];

  /**
   * Selects the largest scores of a row.
   *
   * @param scores the scores, finite, at least k
   * @param k the number of scores to select, in [1, {@link #MAX_K}]
   * @return the indices of the selected scores, the largest score first
   */
  public int[] of(float[] scores, int k) {
    if (k < 1 || k > MAX_K || k > scores.length) {
      throw new IllegalArgumentException(
          "k must be between 1 and " + Math.min(MAX_K, scores.length) + "; k=" + k);
    }
    if ((long) k * PARTIAL_SORT_RATIO <= scores.length) {
      partialSort(scores, k);
    } else {
      reserve(scores.length);
      load(scores, scores.length);
      selectNth(k - 1, scores.length);
      insertionSort(0, k - 1);
    }
    int[] selected = new int[k];
    System.arraycopy(indices, 0, selected, 0, k);
    return selected;
  }

  /** Selects by a heap of the first k, whose top is replaced only by a strictly larger score. */
  private void partialSort(float[] scores, int k) {
    reserve(k);
    load(scores, k);
    makeHeap(k);
    for (int i = k; i < scores.length; i++) {
      if (scores[i] > values[0]) {
        siftDown(0, k, scores[i], i);
      }
    }
    sortHeap(k);
  }

  private void reserve(int count) {
    if (values.length < count) {
      values = new float[count];
      indices = new int[count];
    }
  }

  private void load(float[] scores, int count) {
    System.arraycopy(scores, 0, values, 0, count);
    for (int i = 0; i < count; i++) {
      indices[i] = i;
    }
  }

  private void makeHeap(int count) {
    for (int parent = (count - 2) / 2; parent >= 0 && count > 1; parent--) {
      siftDown(parent, count, values[parent], indices[parent]);
    }
  }

  private void sortHeap(int count) {
    for (int last = count - 1; last > 0; last--) {
      float value = values[last];
      int index = indices[last];
      move(0, last);
      siftDown(0, last, value, index);
    }
  }

  /** Moves the hole down to a leaf along the smaller child, and then the element up from there. */
  private void siftDown(int top, int count, float value, int index) {
    int hole = top;
    int child = top;
    while (child < (count - 1) / 2) {
      child = 2 * (child + 1);
      if (values[child] > values[child - 1]) {
        child--;
      }
      move(child, hole);
      hole = child;
    }
    if (count % 2 == 0 && child == (count - 2) / 2) {
      child = 2 * child + 1;
      move(child, hole);
      hole = child;
    }
    int parent = (hole - 1) / 2;
    while (hole > top && values[parent] > value) {
      move(parent, hole);
      hole = parent;
      parent = (hole - 1) / 2;
    }
    values[hole] = value;
    indices[hole] = index;
  }

  /**
   * Selects as introselect does: afterwards, everything before position nth is no smaller than the
   * element there.
   */
  private void selectNth(int nth, int count) {
    int first = 0;
    int last = count;
    int depth = 2 * (31 - Integer.numberOfLeadingZeros(count));
    while (last - first > 3) {
      if (depth-- == 0) {
        heapSelect(first, nth + 1, last);
        swap(first, nth);
        return;
      }
      int cut = partitionAroundMedian(first, last);
      if (cut <= nth) {
        first = cut;
      } else {
        last = cut;
      }
    }
    insertionSort(first, last);
  }

  /** Selects by a heap, the fallback if the partitions remain unbalanced. */
  private void heapSelect(int first, int middle, int last) {
    TopK heap = new TopK();
    int length = middle - first;
    heap.reserve(length);
    System.arraycopy(values, first, heap.values, 0, length);
    System.arraycopy(indices, first, heap.indices, 0, length);
    heap.makeHeap(length);
    for (int i = middle; i < last; i++) {
      if (values[i] > heap.values[0]) {
        float value = values[i];
        int index = indices[i];
        values[i] = heap.values[0];
        indices[i] = heap.indices[0];
        heap.siftDown(0, length, value, index);
      }
    }
    System.arraycopy(heap.values, 0, values, first, length);
    System.arraycopy(heap.indices, 0, indices, first, length);
  }

  private int partitionAroundMedian(int first, int last) {
    swap(first, medianOf(first + 1, first + (last - first) / 2, last - 1));
    float pivot = values[first];
    int low = first + 1;
    int high = last;
    while (true) {
      while (values[low] > pivot) {
        low++;
      }
      high--;
      while (pivot > values[high]) {
        high--;
      }
      if (low >= high) {
        return low;
      }
      swap(low, high);
      low++;
    }
  }

  private int medianOf(int a, int b, int c) {
    if (values[a] > values[b]) {
      if (values[b] > values[c]) {
        return b;
      }
      return values[a] > values[c] ? c : a;
    }
    if (values[a] > values[c]) {
      return a;
    }
    return values[b] > values[c] ? c : b;
  }

  private void insertionSort(int first, int last) {
    for (int i = first + 1; i < last; i++) {
      float value = values[i];
      int index = indices[i];
      int hole = i;
      while (hole > first && value > values[hole - 1]) {
        move(hole - 1, hole);
        hole--;
      }
      values[hole] = value;
      indices[hole] = index;
    }
  }

  private void move(int from, int to) {
    values[to] = values[from];
    indices[to] = indices[from];
  }

  private void swap(int a, int b) {
    float value = values[a];
    int index = indices[a];
    move(b, a);
    values[b] = value;
    indices[b] = index;
  }
}
