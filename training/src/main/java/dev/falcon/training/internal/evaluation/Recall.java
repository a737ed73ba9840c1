package dev.falcon.training.internal.evaluation;

/** Counts in how many queries a right answer stands among the first. */
final class Recall {
  private int queries;
  private int first;
  private int five;
  private int ten;

  /** Adds a query by the rank of its best right answer, counted from 0. */
  void add(int rank) {
    queries++;
    first += rank < 1 ? 1 : 0;
    five += rank < 5 ? 1 : 0;
    ten += rank < 10 ? 1 : 0;
  }

  double at1() {
    return percent(first);
  }

  double at5() {
    return percent(five);
  }

  double at10() {
    return percent(ten);
  }

  private double percent(int hits) {
    return 100.0 * hits / queries;
  }
}
