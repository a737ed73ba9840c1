// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import java.util.BitSet;

/** An undirected graph of a search space's samples: one bit per pair. */
final class Graph {
  private final BitSet[] neighbours;

  Graph(int size) {
    neighbours = new BitSet[size];
    for (int i = 0; i < size; i++) {
      neighbours[i] = new BitSet(size);
    }
  }

  int size() {
    return neighbours.length;
  }

  void join(int i, int j) {
    neighbours[i].set(j);
    neighbours[j].set(i);
  }

  boolean joined(int i, int j) {
    return neighbours[i].get(j);
  }

  int degree(int i) {
    return neighbours[i].cardinality();
  }

  /** Returns the neighbours of a sample, in ascending order. */
  int[] neighbours(int i) {
    return neighbours[i].stream().toArray();
  }

  /** Returns the number of edges to members of a set. */
  int degree(int i, BitSet members) {
    int count = 0;
    for (int j = neighbours[i].nextSetBit(0); j >= 0; j = neighbours[i].nextSetBit(j + 1)) {
      count += members.get(j) ? 1 : 0;
    }
    return count;
  }
}
