/** Export of checkpoints to model folders. */
package dev.falcon.training.internal.export;
