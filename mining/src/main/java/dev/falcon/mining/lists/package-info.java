/** Lists of negatives as trainers of text encoders read them. */
package dev.falcon.mining.lists;
