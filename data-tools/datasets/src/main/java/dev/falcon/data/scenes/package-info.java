/**
 * Scenes: a generated image-caption world in which every pair's truth is known.
 *
 * <p>A {@link dev.falcon.data.scenes.Scene} consists of a few coloured shapes on a grid. A {@link
 * dev.falcon.data.scenes.Caption} states a part of it, from "a ring" to everything, and {@link
 * dev.falcon.data.scenes.Caption#matches} decides whether it is true of a scene. {@link
 * dev.falcon.data.scenes.Scenes} draws scenes, captions and images from a seed.
 */
package dev.falcon.data.scenes;
