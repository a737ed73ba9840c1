/** Export of fine-tuned checkpoints to model folders. */
package dev.falcon.downstream.internal.export;
