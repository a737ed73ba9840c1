// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import dev.falcon.data.file.Folders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The contents of files of questions, statements or answers.
 *
 * @param kind their kind
 * @param count number of questions, statements or answers
 * @param labelled number of questions with answers, or statements with a label
 * @param images the number of different image files that they name
 * @param missingImages the first few missing image files; empty without an image folder
 * @param missing number of missing image files; -1 without an image folder
 * @param kinds counts by kind: of questions by the type of their answer, of statements by label
 * @param distinct the number of different answers or sentences
 * @param examples the first few questions, statements or answers, as text
 */
public record AnnotationInspection(
    AnnotationKind kind,
    int count,
    int labelled,
    int images,
    List<String> missingImages,
    int missing,
    SortedMap<String, Long> kinds,
    int distinct,
    List<String> examples) {
  private static final int SHOWN = 5;

  public AnnotationInspection {
    missingImages = List.copyOf(missingImages);
    kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
    examples = List.copyOf(examples);
  }

  /**
   * Reads files of one kind; several only for questions split over a pair of files.
   *
   * @param imageRoot the folder of the image files; without it, they are not checked
   */
  public static AnnotationInspection of(
      AnnotationKind kind, List<Path> files, Optional<Path> imageRoot) {
    return switch (kind) {
      case QUESTIONS -> ofQuestions(QuestionFiles.read(files), imageRoot);
      case STATEMENTS -> ofStatements(StatementFiles.read(files.get(0)), imageRoot);
      case ANSWERS -> ofAnswers(AnswerList.read(files.get(0)));
    };
  }

  private static AnnotationInspection ofQuestions(
      List<VisualQuestion> all, Optional<Path> imageRoot) {
    Set<String> images = new LinkedHashSet<>();
    Set<String> answers = new LinkedHashSet<>();
    for (VisualQuestion question : all) {
      images.add(question.image());
      answers.addAll(question.answers());
    }
    images.remove("");
    List<String> missing = missing(images, imageRoot);
    return new AnnotationInspection(
        AnnotationKind.QUESTIONS,
        all.size(),
        (int) all.stream().filter(question -> !question.answers().isEmpty()).count(),
        images.size(),
        shown(missing),
        imageRoot.isEmpty() ? -1 : missing.size(),
        counts(all, question -> question.answerType().isEmpty() ? "?" : question.answerType()),
        answers.size(),
        all.stream()
            .limit(SHOWN)
            .map(q -> q.id() + ": " + q.question() + " " + q.answers())
            .toList());
  }

  private static AnnotationInspection ofStatements(
      List<PictureStatement> all, Optional<Path> imageRoot) {
    Set<String> images = new LinkedHashSet<>();
    all.forEach(statement -> images.addAll(statement.images()));
    List<String> missing = missing(images, imageRoot);
    return new AnnotationInspection(
        AnnotationKind.STATEMENTS,
        all.size(),
        (int) all.stream().filter(statement -> statement.label().isPresent()).count(),
        images.size(),
        shown(missing),
        imageRoot.isEmpty() ? -1 : missing.size(),
        counts(all, statement -> statement.label().map(String::valueOf).orElse("?")),
        (int) all.stream().map(PictureStatement::sentenceId).distinct().count(),
        all.stream().limit(SHOWN).map(s -> s.id() + ": " + s.sentence()).toList());
  }

  private static AnnotationInspection ofAnswers(List<String> answers) {
    return new AnnotationInspection(
        AnnotationKind.ANSWERS,
        answers.size(),
        answers.size(),
        0,
        List.of(),
        -1,
        new TreeMap<>(),
        answers.size(),
        answers.stream().limit(SHOWN).toList());
  }

  private static <T> SortedMap<String, Long> counts(List<T> all, Function<T, String> kind) {
    Map<String, Long> counts =
        all.stream().collect(Collectors.groupingBy(kind, TreeMap::new, Collectors.counting()));
    return new TreeMap<>(counts);
  }

  private static List<String> missing(Set<String> images, Optional<Path> imageRoot) {
    if (imageRoot.isEmpty()) {
      return List.of();
    }
    List<String> missing = new ArrayList<>();
    for (String image : images) {
      if (!Folders.isFile(imageRoot.get().resolve(image))) {
        missing.add(image);
      }
    }
    return missing;
  }

  private static List<String> shown(List<String> missing) {
    return missing.subList(0, Math.min(SHOWN, missing.size()));
  }
}
