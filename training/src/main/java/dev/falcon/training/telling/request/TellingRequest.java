package dev.falcon.training.telling.request;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * What is to be told of a dataset's images.
 *
 * @param model a folder of Hugging Face's {@code Blip2ForConditionalGeneration} with OPT
 * @param source the images; for answers their captions are the questions
 * @param kind captions or answers
 * @param prompt what the text begins with; of answers {@code {}} stands for the question
 * @param settings of the search
 * @param out the file of predictions
 * @param overwrite whether one that is there is replaced, and one that was begun otherwise dropped
 * @param device {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:N}
 * @param threads of the engine on the CPU; 0 leaves the choice to it
 * @param stop asked before every text; once true, what is told so far is kept, and it ends
 */
public record TellingRequest(
    Path model,
    SampleSource source,
    Kind kind,
    String prompt,
    TellingSettings settings,
    Path out,
    boolean overwrite,
    String device,
    int threads,
    Progress progress,
    BooleanSupplier stop) {
  /** What a text is. */
  public enum Kind {
    /** A caption for every image. */
    CAPTIONS,
    /** An answer to every question. */
    ANSWERS
  }

  /** LAVIS' prompt for captions. */
  public static final String CAPTION_PROMPT = "a photo of";

  /** LAVIS' prompt for answers. */
  public static final String ANSWER_PROMPT = "Question: {} Short answer:";

  public TellingRequest {
    if (kind == Kind.ANSWERS && !prompt.contains("{}")) {
      throw new RequestException(
          "a prompt for answers must have {} where the question goes; prompt=" + prompt);
    }
  }
}
