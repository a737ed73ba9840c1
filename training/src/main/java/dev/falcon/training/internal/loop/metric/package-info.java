/** What is measured of steps and epochs. */
package dev.falcon.training.internal.loop.metric;
