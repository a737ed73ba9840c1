/**
 * The tasks of fine-tuning: answers to questions, statements about pairs of pictures, and BLIP-2's
 * second stage.
 */
package dev.falcon.downstream.internal.tasks;
