/**
 * What training pulls towards. To add an objective that looks at nothing beside the batch, write
 * its contrastive loss and give it to {@link dev.falcon.training.internal.loss.objective.InBatch};
 * one that decides more (matching's pairs and their labels, further captions for the generative
 * loss) or remembers something implements {@link
 * dev.falcon.training.internal.loss.objective.Objective}. In both cases its settings are a record
 * of {@link dev.falcon.training.config.method.LossConfig}, their defaults {@code loss-NAME.yaml},
 * and {@link dev.falcon.training.internal.loss.Objectives} has one line that makes it.
 */
package dev.falcon.training.internal.loss;
