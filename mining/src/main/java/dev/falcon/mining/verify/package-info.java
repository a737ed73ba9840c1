/** Plans that are made again, to compare them. */
package dev.falcon.mining.verify;
