/** Training of FALCON and its baselines, with DJL and PyTorch. */
package dev.falcon.training;
