package dev.falcon.training.telling.request;

import java.nio.file.Path;

/**
 * What has been told.
 *
 * @param complete whether all is; else it was stopped, and the same request goes on
 * @param out the file of predictions, which is there once all is told
 * @param texts how many there are
 * @param rejects samples without a readable image, or without a question
 */
public record TellingResult(boolean complete, Path out, long texts, long rejects) {}
