/** Algorithm 1 of the paper over one search space. */
package dev.falcon.mining.algorithm;
