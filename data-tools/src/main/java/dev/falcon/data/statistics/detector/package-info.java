/** How well a score tells true pairs from others. */
package dev.falcon.data.statistics.detector;
