/** Inputs of benchmarks: settings, synthetic data and networks, measured times. */
package dev.falcon.benchmarks.material;
