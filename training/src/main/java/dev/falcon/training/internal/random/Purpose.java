package dev.falcon.training.internal.random;

import dev.falcon.data.RandomStream;

/**
 * All that a run draws random numbers for. Each has streams of its own, so that nothing that is
 * added moves what was drawn before; only the first values of weights have others, named after the
 * weights.
 */
public enum Purpose {
  /** Anchors' quantiles, by step and row, or by step where a batch has one. */
  QUANTILE("quantile"),
  /** The first sample of a batch, by epoch, search space and batch. */
  FIRST_SAMPLE("first-sample"),
  /** What a division of a search space leaves to chance, by epoch and search space. */
  GROUPING("grouping"),
  /** JEST's super-batches and draws, by epoch, search space and batch. */
  JEST("jest"),
  /** Where GRIT-VLP's order of a search space begins, by epoch and search space. */
  GRIT_ORDER("grit"),
  /** The order of GRIT-VLP's batches, by epoch. */
  GRIT_BATCHES("grit-batches"),
  /** What augmentation does to a picture, by epoch and pair. */
  AUGMENT("augment"),
  /** Hidden words of a batch, by step. */
  MASK("mask"),
  /** Hidden words of captions that an objective adds to a batch, by step. */
  EXTRA_MASK("extra-mask"),
  /** The seed of what a step drops, by step. */
  DROPOUT("dropout"),
  /** The seeds of pieces of a pass, by the seed of the pass; in place of the run's seed. */
  DROPPED_PIECE("dropped-piece"),
  /** Matching's negatives where they are drawn, by step. */
  NEGATIVES("negatives"),
  /** The reward that is noise, by step. */
  NOISE("noise"),
  /** What the queue of image vectors holds before anything was seen. */
  IMAGE_QUEUE("queue.images"),
  /** What the queue of text vectors holds before anything was seen. */
  TEXT_QUEUE("queue.texts"),
  /** Which pictures text assignment shows, by step. */
  ASSIGNMENT("assignment"),
  /** The scenes or pictures of the warm start's batches. */
  WARM_START("warm start"),
  /** What augmentation does to a picture of the warm start, by step and place in the batch. */
  WARM_START_AUGMENT("warm start augment"),
  /** Which pictures the warm start sees, where there are more. */
  WARM_START_PICTURES("warm start pictures"),
  /** Where texts stand in a warm start of a language model, by step. */
  WARM_START_PLACES("warm start places");

  private final String label;

  Purpose(String label) {
    this.label = label;
  }

  /** What a stream is told apart from others by, beside the seed and the place. */
  public String label() {
    return label;
  }

  /**
   * A stream.
   *
   * @param seed of the run
   * @param place where in the run, such as the step
   */
  public RandomStream at(long seed, long... place) {
    return RandomStream.of(seed, label, place);
  }
}
