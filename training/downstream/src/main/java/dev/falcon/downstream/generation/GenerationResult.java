// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation;

import java.nio.file.Path;

/**
 * The result of generation.
 *
 * @param complete false after an interruption; the same request resumes
 * @param out the file of predictions, which exists once all texts are generated
 * @param texts number of texts
 * @param rejects the number of samples without a readable image or without a question
 */
public record GenerationResult(boolean complete, Path out, long texts, long rejects) {}
