// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads questions about pictures. Supported are VQA v2's and OK-VQA's official pair of a file with
 * {@code questions} and a file with {@code annotations} (either may come alone), Visual Genome's
 * {@code question_answers.json}, GQA's object of questions by id, and ALBEF's lists. All questions
 * are held in memory, about 1 KB each with ten answers.
 */
public final class QuestionFiles {
  /** A question or an annotation from VQA v2's pair of files that waits for its other half. */
  private static final class Half {
    private JsonItem question;
    private JsonItem annotation;
  }

  private final Map<String, Half> halves = new LinkedHashMap<>();
  private final List<VisualQuestion> whole = new ArrayList<>();
  private final Map<String, String> placeOf = new LinkedHashMap<>();
  private boolean hasQuestions;

  private QuestionFiles() {}

  /**
   * Reads one or several files that together form a set of questions.
   *
   * @throws FalconException if a field is wrong, a question occurs twice, or one of a pair of files
   *     lacks a question of the other; the message names file, line and field
   */
  public static List<VisualQuestion> read(List<Path> files) {
    if (files.isEmpty()) {
      throw new RequestException("no file of questions is named");
    }
    QuestionFiles reader = new QuestionFiles();
    files.forEach(reader::readFile);
    reader.joinHalves();
    if (reader.whole.isEmpty()) {
      throw new FalconException(files.get(0) + ": holds no question");
    }
    return List.copyOf(reader.whole);
  }

  private void readFile(Path file) {
    List<JsonItem> questions = new ArrayList<>();
    String[] subtype = {""};
    JsonItems.walk(
        file,
        new JsonItems.Visitor() {
          @Override
          public void element(String list, JsonItem item) {
            switch (list) {
              case "questions" -> questions.add(item);
              case "annotations" -> half(item).annotation = once(item, half(item).annotation);
              case "" -> listed(item);
              default -> {}
            }
          }

          @Override
          public void object(JsonItem item) {
            if (item.has("question") && item.has("imageId")) {
              add(ofGqa(item), item);
            }
          }

          @Override
          public void property(String field, String value) {
            if (field.equals("sentence")) {
              throw statements(file.toString());
            }
            if (field.equals("data_subtype")) {
              subtype[0] = value.replace("test-dev", "test");
            }
          }
        });
    hasQuestions |= !questions.isEmpty();
    for (JsonItem item : questions) {
      Half half = half(item);
      half.question = once(item, half.question);
      if (!item.has("image")) {
        if (subtype[0].isEmpty()) {
          throw new FalconException(
              item.place() + ": has no 'image', and the file no 'data_subtype' that would name it");
        }
        ((ObjectNode) item.node()).put("image", cocoFile(subtype[0], item.id("image_id"), item));
      }
    }
  }

  private static FalconException statements(String place) {
    return new FalconException(
        place
            + ": has a 'sentence', like NLVR2's statements; expected questions: VQA v2's"
            + " {questions: [...]} or a list of {question_id, image, question}");
  }

  private Half half(JsonItem item) {
    return halves.computeIfAbsent(item.id("question_id"), id -> new Half());
  }

  private JsonItem once(JsonItem item, JsonItem before) {
    if (before != null) {
      throw twice(item, item.id("question_id"), before.place());
    }
    return item;
  }

  private static FalconException twice(JsonItem item, String id, String before) {
    return new FalconException(
        item.place() + ": question " + id + " is there twice, first at " + before);
  }

  /** Returns COCO's file name for a picture. */
  private static String cocoFile(String subtype, String image, JsonItem item) {
    try {
      return String.format(
          Locale.ROOT, "%s/COCO_%s_%012d.jpg", subtype, subtype, Long.parseLong(image));
    } catch (NumberFormatException e) {
      throw item.wrong("image_id", "must be a whole number", item.node().path("image_id"));
    }
  }

  private void joinHalves() {
    boolean hasAnnotations = halves.values().stream().anyMatch(half -> half.annotation != null);
    halves.forEach(
        (id, half) -> {
          if (hasQuestions && half.question == null) {
            throw new FalconException(
                half.annotation.place() + ": question " + id + " is in no file of questions");
          }
          if (hasAnnotations && half.annotation == null) {
            throw new FalconException(
                half.question.place() + ": question " + id + " has no annotation");
          }
          add(joined(id, half), half.question == null ? half.annotation : half.question);
        });
  }

  private static VisualQuestion joined(String id, Half half) {
    return new VisualQuestion(
        id,
        half.question == null ? "" : half.question.text("image"),
        half.question == null ? "" : half.question.text("question"),
        half.annotation == null ? List.of() : answers(half.annotation, "answers"),
        half.annotation == null ? "" : half.annotation.textOrEmpty("question_type"),
        half.annotation == null ? "" : half.annotation.textOrEmpty("answer_type"));
  }

  /**
   * Reads an element of ALBEF's list of questions, or of Visual Genome's list of images with their
   * questions.
   */
  private void listed(JsonItem item) {
    if (item.has("qas")) {
      for (JsonItem question : item.items("qas")) {
        String image = question.has("image_id") ? question.id("image_id") : item.id("id");
        add(
            new VisualQuestion(
                question.id("qa_id"),
                image + ".jpg",
                question.text("question"),
                List.of(question.text("answer")),
                "",
                ""),
            question);
      }
      return;
    }
    if (item.has("sentence") && !item.has("question")) {
      throw statements(item.place());
    }
    add(
        new VisualQuestion(
            listedId(item),
            item.text("image"),
            item.text("question"),
            item.has("answer") ? answers(item, "answer") : List.of(),
            item.textOrEmpty("question_type"),
            item.textOrEmpty("answer_type")),
        item);
  }

  /**
   * Returns a question's id. ALBEF's list of Visual Genome's questions has none, so these are
   * numbered.
   */
  private String listedId(JsonItem item) {
    return !item.has("question_id") && item.textOrEmpty("dataset").equals("vg")
        ? "vg-" + whole.size()
        : item.id("question_id");
  }

  private static VisualQuestion ofGqa(JsonItem item) {
    JsonItem types = new JsonItem(item.place() + ", types", "", item.node().path("types"));
    String structure = types.textOrEmpty("structural");
    return new VisualQuestion(
        item.key(),
        item.id("imageId") + ".jpg",
        item.text("question"),
        item.has("answer") ? List.of(item.text("answer")) : List.of(),
        structure,
        structure.isEmpty() ? "" : structure.equals("query") ? "open" : "binary");
  }

  private void add(VisualQuestion question, JsonItem item) {
    String before = placeOf.put(question.id(), item.place());
    if (before != null) {
      throw twice(item, question.id(), before);
    }
    whole.add(question);
  }

  /**
   * Returns the answers in a field: one text, a list of texts, or a list of objects with an {@code
   * answer}.
   */
  private static List<String> answers(JsonItem item, String field) {
    JsonNode value = item.node().path(field);
    List<String> answers;
    if (value.isTextual()) {
      answers = List.of(value.textValue());
    } else if (value.path(0).isObject()) {
      answers = item.items(field).stream().map(answer -> answer.text("answer")).toList();
    } else {
      answers = item.texts(field);
    }
    if (answers.isEmpty()) {
      throw item.wrong(field, "must hold an answer", value);
    }
    return answers;
  }
}
