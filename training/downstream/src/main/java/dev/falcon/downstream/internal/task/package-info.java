/**
 * The common parts of fine-tuning tasks: the network, its initial weights, its examples with their
 * pictures and texts.
 */
package dev.falcon.downstream.internal.task;
