package dev.falcon.downstream.internal.task;

import dev.falcon.data.annotation.PictureStatement;
import dev.falcon.data.annotation.VisualQuestion;
import java.util.List;
import java.util.Optional;

/**
 * A kind of example, whatever the task.
 *
 * @param <E> an example
 */
public interface ExampleKind<E> {
  /** The name of one example in messages. */
  String noun();

  /** The example's identity. */
  String id(E example);

  /** The image files that it names. */
  List<String> images(E example);

  /** Why nothing can be predicted for it, whatever its images; empty if something can. */
  Optional<String> fault(E example);

  /** Why nothing can be learned from it; empty if something can. */
  Optional<String> unpredicted(E example);

  /** All parts that decide what is learned from it, except its images. */
  String content(E example);

  private static Optional<String> when(boolean so, String reason) {
    return so ? Optional.of(reason) : Optional.empty();
  }

  /**
   * Statements about this many images.
   *
   * @param images number of images of each
   */
  record Statements(int images) implements ExampleKind<PictureStatement> {
    @Override
    public String noun() {
      return "statement";
    }

    @Override
    public String id(PictureStatement example) {
      return example.id();
    }

    @Override
    public List<String> images(PictureStatement example) {
      return example.images();
    }

    @Override
    public Optional<String> fault(PictureStatement example) {
      int named = example.images().size();
      return when(named != images, "names " + named + " images; task.images=" + images);
    }

    @Override
    public Optional<String> unpredicted(PictureStatement example) {
      return when(example.label().isEmpty(), "has no label");
    }

    @Override
    public String content(PictureStatement example) {
      return example.sentence() + '\t' + example.label();
    }
  }

  /** Questions about an image. */
  record Questions() implements ExampleKind<VisualQuestion> {
    @Override
    public String noun() {
      return "question";
    }

    @Override
    public String id(VisualQuestion example) {
      return example.id();
    }

    @Override
    public List<String> images(VisualQuestion example) {
      return List.of(example.image());
    }

    @Override
    public Optional<String> fault(VisualQuestion example) {
      return when(example.question().isBlank(), "is empty");
    }

    @Override
    public Optional<String> unpredicted(VisualQuestion example) {
      return when(example.answers().isEmpty(), "has no answer");
    }

    @Override
    public String content(VisualQuestion example) {
      return example.question() + '\t' + String.join("\t", example.answers());
    }
  }
}
