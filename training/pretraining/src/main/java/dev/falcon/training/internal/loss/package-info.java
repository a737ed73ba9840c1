/**
 * Objectives. An objective is a record of its settings, an {@link
 * dev.falcon.training.internal.loss.objective.ObjectiveProvider}, and a line in the file of
 * services {@link dev.falcon.training.config.LossConfig}. An objective that depends only on the
 * batch is also its contrastive loss, wrapped in {@link
 * dev.falcon.training.internal.loss.objective.InBatch}. One with state or further targets
 * (matching's pairs and their labels, further captions for the generative loss) creates its own
 * {@link dev.falcon.training.internal.loss.objective.Objective}.
 */
package dev.falcon.training.internal.loss;
