// SPDX-License-Identifier: Apache-2.0
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
  /** Returns the noun for one example in messages. */
  String noun();

  /** Returns the example's identity. */
  String id(E example);

  /** Returns the image files that it names. */
  List<String> images(E example);

  /**
   * Returns why nothing can be predicted for an example, whatever its images; empty if predictions
   * are possible.
   */
  Optional<String> fault(E example);

  /** Returns why nothing can be learned from an example; empty if it is usable for training. */
  Optional<String> unpredicted(E example);

  /** Returns everything that determines what is learned from an example, except its images. */
  String content(E example);

  private static Optional<String> when(boolean so, String reason) {
    return so ? Optional.of(reason) : Optional.empty();
  }

  /**
   * Statements about a fixed number of images.
   *
   * @param images the number of images per statement
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
