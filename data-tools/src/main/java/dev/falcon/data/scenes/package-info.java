/**
 * Scenes: a generated image-caption world in which every pair's truth is known.
 *
 * <p>A {@link dev.falcon.data.scenes.Scene} is a few coloured shapes on a grid; a {@link
 * dev.falcon.data.scenes.Caption} states some of it, from "a ring" to everything; {@link
 * dev.falcon.data.scenes.Caption#matches} decides. {@link dev.falcon.data.scenes.Scenes} draws all
 * of it from a seed.
 */
package dev.falcon.data.scenes;
