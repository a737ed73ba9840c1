/** Statements about scenes, and their grammar. */
package dev.falcon.data.scenes.caption;
