/** Lists of negatives in the forms of trainers, their page, and how a library asks for them. */
package dev.falcon.mining.lists;
