/**
 * What training pulls towards. An objective is a record of its settings, an {@link
 * dev.falcon.training.internal.loss.objective.ObjectiveProvider}, and a line in the file of
 * services {@link dev.falcon.training.config.method.LossConfig}. One that looks at nothing beside
 * the batch is also its contrastive loss, and gives itself to {@link
 * dev.falcon.training.internal.loss.objective.InBatch}; one that decides more (matching's pairs and
 * their labels, further captions for the generative loss) or remembers something makes an {@link
 * dev.falcon.training.internal.loss.objective.Objective} of its own.
 */
package dev.falcon.training.internal.loss;
