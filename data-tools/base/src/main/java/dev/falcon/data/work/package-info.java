// SPDX-License-Identifier: Apache-2.0
/**
 * The life of an output: the kind of its place, the lock that keeps two runs apart, the request by
 * which unfinished work is resumed, the units that tasks share, and the replacement of an earlier
 * output by the complete new one.
 */
package dev.falcon.data.work;
