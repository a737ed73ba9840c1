/** The course of a run: epochs of steps, saved and gone on with, whatever is learned. */
package dev.falcon.training.internal.loop.course;
