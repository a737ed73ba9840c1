/** What benchmarks are made of: settings, made-up data and networks, measured times. */
package dev.falcon.benchmarks.material;
