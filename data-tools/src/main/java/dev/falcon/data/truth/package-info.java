/** Lists of all pairs of an image and a caption that match. */
package dev.falcon.data.truth;
