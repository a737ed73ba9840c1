/** FALCON and its baselines on DJL PyTorch. */
package dev.falcon.training;
