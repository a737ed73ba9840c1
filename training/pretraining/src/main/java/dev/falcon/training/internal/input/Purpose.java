// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;

/**
 * The purposes of a run's random numbers. Each has separate streams, so that adding one does not
 * shift the draws of the others. Only initial weights use other streams, named after the weights.
 */
public enum Purpose {
  /** Anchors' quantiles, by step and row, or by step if a batch has only one. */
  QUANTILE("quantile"),
  /** The first sample of a batch, by epoch, search space and batch. */
  FIRST_SAMPLE("first-sample"),
  /** Random choices of a division of a search space, by epoch and search space. */
  GROUPING("grouping"),
  /** JEST's super-batches and draws, by epoch, search space and batch. */
  JEST("jest"),
  /** The start of GRIT-VLP's order of a search space, by epoch and search space. */
  GRIT_ORDER("grit"),
  /** The order of GRIT-VLP's batches, by epoch. */
  GRIT_BATCHES("grit-batches"),
  /** Augmentation of a picture, by epoch and pair. */
  AUGMENT("augment"),
  /** Masked tokens of a batch, by step. */
  MASK("mask"),
  /** Masked tokens of captions that an objective adds to a batch, by step. */
  EXTRA_MASK("extra-mask"),
  /** The seed of a step's dropout, by step. */
  DROPOUT("dropout"),
  /** Seeds of parts of a pass, by the seed of the pass in place of the run's. */
  DROPPED_PIECE("dropped-piece"),
  /** Randomly drawn negatives of matching, by step. */
  NEGATIVES("negatives"),
  /** The reward of the noise control, by step. */
  NOISE("noise"),
  /** Initial content of the queue of image vectors. */
  IMAGE_QUEUE("queue.images"),
  /** Initial content of the queue of text vectors. */
  TEXT_QUEUE("queue.texts"),
  /** The pictures shown in text assignment, by step. */
  ASSIGNMENT("assignment"),
  /** The scenes or pictures of the warm start's batches. */
  WARM_START("warm start"),
  /** Augmentation in the warm start, by step and place in the batch. */
  WARM_START_AUGMENT("warm start augment"),
  /** The selection of the warm start's pictures, if there are more than needed. */
  WARM_START_PICTURES("warm start pictures"),
  /** Positions of texts in a language model's warm start, by step. */
  WARM_START_PLACES("warm start places");

  private final String label;

  Purpose(String label) {
    this.label = label;
  }

  /** Returns the purpose's name in {@link RandomStream#of}. */
  public String label() {
    return label;
  }

  /**
   * Returns a stream.
   *
   * @param seed the seed of the run
   * @param place the place in the run, such as the step
   */
  public RandomStream at(long seed, long... place) {
    return RandomStream.of(seed, label, place);
  }
}
