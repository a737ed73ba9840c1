// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * A request for texts about a dataset's images.
 *
 * @param model a folder of Hugging Face's {@code Blip2ForConditionalGeneration} with OPT
 * @param source the images; for answers, their captions are the questions
 * @param kind captions or answers
 * @param prompt the first part of every text; for answers, {@code {}} stands for the question
 * @param settings the settings of the search
 * @param out the file of predictions
 * @param overwrite whether an existing file is replaced and an unfinished one of another request is
 *     discarded
 * @param device {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:N}
 * @param threads the engine's threads on the CPU; 0 for one per processor
 * @param stop polled before every text; once true, the texts so far are kept and generation ends
 */
public record GenerationRequest(
    Path model,
    SampleSource source,
    Kind kind,
    String prompt,
    GenerationSettings settings,
    Path out,
    boolean overwrite,
    String device,
    int threads,
    Progress progress,
    BooleanSupplier stop) {
  /** The kind of text. */
  public enum Kind {
    /** One caption per image. */
    CAPTIONS,
    /** One answer per question. */
    ANSWERS
  }

  /** LAVIS' prompt for captions. */
  public static final String CAPTION_PROMPT = "a photo of";

  /** LAVIS' prompt for answers. */
  public static final String ANSWER_PROMPT = "Question: {} Short answer:";

  public GenerationRequest {
    if (kind == Kind.ANSWERS && !prompt.contains("{}")) {
      throw new RequestException(
          "a prompt for answers must have {} where the question goes; prompt=" + prompt);
    }
  }
}
