/**
 * Objectives. An objective is a record of its settings, an {@link
 * dev.falcon.training.internal.loss.objective.ObjectiveProvider}, and a line in the file of
 * services {@link dev.falcon.training.config.LossConfig}. One that depends on the batch alone is
 * also its contrastive loss, wrapped in {@link
 * dev.falcon.training.internal.loss.objective.InBatch}; one with further targets (matching's pairs
 * and their labels, further captions for the generative loss) or state creates an {@link
 * dev.falcon.training.internal.loss.objective.Objective} of its own.
 */
package dev.falcon.training.internal.loss;
