// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.data.FailingFiles;
import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AnnotationFilesTest {
  private static final String QUESTIONS =
      """
      {"info": {"year": 2017}, "task_type": "Open-Ended", "questions": [
        {"image_id": 262148, "question": "Where is he looking?", "question_id": 262148000},
        {"image_id": 262148, "question": "How many?", "question_id": 262148001}],
       "data_subtype": "val2014"}
      """;
  private static final String ANNOTATIONS =
      """
      {"annotations": [
        {"question_id": 262148001, "image_id": 262148, "question_type": "how many",
         "answer_type": "number", "answers": [{"answer": "2"}, {"answer": "two"}]},
        {"question_id": 262148000, "image_id": 262148, "answers": [{"answer": "down"}]}]}
      """;

  private static final String QUESTION =
      "{\"question_id\": 1, \"question\": \"Q?\", \"image\": \"a.jpg\"";

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private List<VisualQuestion> read(String text) throws IOException {
    return QuestionFiles.read(List.of(write("questions.json", text)));
  }

  @Test
  void joinsTheOfficialPair() throws IOException {
    List<Path> files = List.of(write("q.json", QUESTIONS), write("a.json", ANNOTATIONS));
    assertThat(QuestionFiles.read(files))
        .containsExactly(
            new VisualQuestion(
                "262148000",
                "val2014/COCO_val2014_000000262148.jpg",
                "Where is he looking?",
                List.of("down"),
                "",
                ""),
            new VisualQuestion(
                "262148001",
                "val2014/COCO_val2014_000000262148.jpg",
                "How many?",
                List.of("2", "two"),
                "how many",
                "number"));
    assertThat(read(QUESTIONS)).allMatch(question -> question.answers().isEmpty());
    assertThat(read(ANNOTATIONS)).allMatch(question -> question.question().isEmpty());
  }

  @Test
  void readsTheOtherForms() throws IOException {
    assertThat(
            read(
                """
                [{"question_id": 1, "question": "Q?", "answer": ["a", "b"], "image": "x.jpg",
                  "dataset": "vqa"},
                 {"question_id": "vg_2", "question": "R?", "answer": "c", "image": "y.jpg"}]
                """))
        .extracting(VisualQuestion::answers)
        .containsExactly(List.of("a", "b"), List.of("c"));
    assertThat(
            read(
                """
                [{"id": 1, "qas": [{"qa_id": 5, "image_id": 1, "question": "Q?", "answer": "A."}]}]
                """))
        .containsExactly(new VisualQuestion("5", "1.jpg", "Q?", List.of("A."), "", ""));
    assertThat(
            read(
                """
                {"02": {"imageId": "n1", "question": "Q?", "answer": "red",
                        "types": {"structural": "choose"}}}
                """))
        .containsExactly(
            new VisualQuestion("02", "n1.jpg", "Q?", List.of("red"), "choose", "binary"));
  }

  @Test
  void errorsNameFileLineAndField() {
    assertFails(
        () -> read(QUESTIONS.replace("\"How many?\"", "7")),
        "questions.json: line 3, questions[1]: 'question' must be text; it is 7");
    assertFails(
        () -> read(QUESTIONS.replace("262148001", "262148000")),
        "questions[1]: question 262148000 is there twice, first at");
    assertFails(
        () -> read(QUESTIONS.replace("data_subtype", "other")),
        "questions[0]: has no 'image', and the file no 'data_subtype'");
    assertFails(
        () -> read(ANNOTATIONS.replace("[{\"answer\": \"down\"}]", "[]")),
        "annotations[1]: 'answers' must hold an answer; it is []");
    assertFails(
        () -> read(ANNOTATIONS.replace("{\"answer\": \"two\"}", "{}")),
        "annotations[0], answers[1]: 'answer' must be text; it is missing");
    assertFails(() -> read("[{\"question_id\": 1"), "line 1: not JSON");
    assertFails(
        () -> read("[".repeat(1001)),
        "questions.json: not JSON: Document nesting depth (1001) exceeds");
    assertFails(() -> read("[]"), "holds no question");
    assertFails(() -> read("3"), "must be a JSON list or object");
    List<Path> files = List.of(folder.resolve("q.json"), folder.resolve("a.json"));
    assertFails(
        () -> {
          write("q.json", QUESTIONS);
          write("a.json", ANNOTATIONS.replace("262148001", "5"));
          QuestionFiles.read(files);
        },
        "questions[1]: question 262148001 has no annotation");
    assertFails(
        () -> {
          write("q.json", QUESTIONS.replace("262148001", "5"));
          write("a.json", ANNOTATIONS);
          QuestionFiles.read(List.of(files.get(1), files.get(0)));
        },
        "annotations[0]: question 262148001 is in no file of questions");
    assertFails(() -> QuestionFiles.read(List.of()), "no file of questions is named");
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("wrongFields")
  void wrongFieldsAreNamedWithWhatTheyHold(String text, String message) {
    assertFails(() -> read(text), "questions.json: line " + message);
  }

  static Stream<Arguments> wrongFields() {
    return Stream.of(
        arguments(
            QUESTIONS.replace("\"image_id\": 262148", "\"image_id\": \"a\""),
            "2, questions[0]: 'image_id' must be a whole number; it is \"a\""),
        arguments(
            listed("\"answer\": [{\"answer\": \"a\"}, 3]"),
            "1, [0]: 'answer' must be a list of objects; it is 3"),
        arguments(
            listed("\"answer\": [\"a\", 3]"), "1, [0]: 'answer' must be a list of texts; it is 3"),
        arguments(listed("\"answer\": {}"), "1, [0]: 'answer' must be a list; it is {}"),
        arguments(
            "[" + QUESTION + "},\n" + QUESTION + "}]",
            "2, [1]: question 1 is there twice, first at"),
        arguments("[]\n[]", "2: something follows after the JSON's end"));
  }

  private static String listed(String field) {
    return "[" + QUESTION + ", " + field + "}]";
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws IOException {
    Path file = FailingFiles.unreadable(folder.resolve("q.json"));
    assertFails(() -> QuestionFiles.read(List.of(file)), "q.json: cannot be read: ");
  }

  @Test
  void readsStatements() throws IOException {
    Path lines =
        write(
            "train.json",
            """
            {"sentence": "Two.", "label": "False", "identifier": "train-7-1-0", "directory": 43}

            {"sentence": "One.", "identifier": "train-7-2-0"}
            """);
    assertThat(StatementFiles.read(lines))
        .containsExactly(
            new PictureStatement(
                "train-7-1-0",
                List.of("43/train-7-1-img0.png", "43/train-7-1-img1.png"),
                "Two.",
                Optional.of(false)),
            new PictureStatement(
                "train-7-2-0",
                List.of("train-7-2-img0.png", "train-7-2-img1.png"),
                "One.",
                Optional.empty()));
    assertThat(StatementFiles.read(lines))
        .extracting(PictureStatement::sentenceId)
        .containsOnly("train-7--0");
    Path list =
        write(
            "albef.json",
            "[{\"sentence\": \"S\", \"label\": \"True\", \"images\": [\"a.png\", \"b.png\"]}]");
    assertThat(StatementFiles.read(list))
        .containsExactly(
            new PictureStatement("0", List.of("a.png", "b.png"), "S", Optional.of(true)));
  }

  @Test
  void refusesStatementsThatAreWrong() {
    assertFails(
        () -> statements("{\"sentence\": \"S\", \"label\": \"yes\", \"identifier\": \"d-1-1-1\"}"),
        "line 1: 'label' must be \"True\" or \"False\"; it is \"yes\"");
    assertFails(
        () -> statements("{\"sentence\": \"S\", \"identifier\": \"d-1-1\"}"),
        "'identifier' must be split-set-pair-sentence");
    assertFails(
        () ->
            statements(
                "{\"sentence\": \"S\", \"identifier\": \"d-1-1-1\"}\n"
                    + "{\"sentence\": \"S\", \"identifier\": \"d-1-1-1\"}"),
        "line 2: identifier d-1-1-1 is there twice, first at");
  }

  private List<PictureStatement> statements(String text) throws IOException {
    return StatementFiles.read(write("statements.json", text));
  }

  @Test
  void readsAnswerLists() throws IOException {
    assertThat(AnswerList.read(write("answers.json", "[\"yes\", \"no\"]")))
        .containsExactly("yes", "no");
    assertFails(() -> AnswerList.read(write("a.json", "[\"yes\", \"yes\"]")), "'yes' is twice");
    assertFails(() -> AnswerList.read(write("a.json", "[\"yes\", 1]")), "element 1 must be");
    assertFails(() -> AnswerList.read(write("a.json", "[]")), "holds no answer");
    assertFails(() -> AnswerList.read(write("a.json", "{}")), "must be a JSON list");
  }

  @Test
  void saysWhatFilesHold() throws IOException {
    Path questions = write("q.json", QUESTIONS);
    Path annotations = write("a.json", ANNOTATIONS);
    assertThat(AnnotationKind.of(questions)).contains(AnnotationKind.QUESTIONS);
    assertThat(AnnotationKind.of(annotations)).contains(AnnotationKind.QUESTIONS);
    AnnotationInspection inspection =
        AnnotationInspection.of(
            AnnotationKind.QUESTIONS, List.of(questions, annotations), Optional.of(folder));
    assertThat(inspection.count()).isEqualTo(2);
    assertThat(inspection.labelled()).isEqualTo(2);
    assertThat(inspection.distinct()).isEqualTo(3);
    assertThat(inspection.images()).isEqualTo(1);
    assertThat(inspection.missingImages()).containsExactly("val2014/COCO_val2014_000000262148.jpg");
    assertThat(inspection.kinds()).containsEntry("number", 1L).containsEntry("?", 1L);

    Path statements =
        write(
            "dev.json",
            """
            {"sentence": "S", "identifier": "dev-1-0-0", "label": "True"}
            {"sentence": "S", "identifier": "dev-1-1-0", "label": "False"}
            """);
    assertThat(AnnotationKind.of(statements)).contains(AnnotationKind.STATEMENTS);
    inspection =
        AnnotationInspection.of(AnnotationKind.STATEMENTS, List.of(statements), Optional.empty());
    assertThat(inspection.distinct()).isEqualTo(1);
    assertThat(inspection.images()).isEqualTo(4);
    assertThat(inspection.missing()).isEqualTo(-1);
    assertThat(AnnotationKind.of(write("l.json", "[\"a\"]"))).contains(AnnotationKind.ANSWERS);
  }

  @Test
  void leavesOtherFilesToOthers() throws IOException {
    String coco = "{\"images\": [{\"id\": 1}], \"annotations\": [{\"caption\": \"c\"}]}";
    assertThat(AnnotationKind.of(write("coco.json", coco))).isEmpty();
    assertThat(AnnotationKind.of(write("albef.json", "[{\"image\": \"a\", \"caption\": \"c\"}]")))
        .isEmpty();
    assertThat(AnnotationKind.of(write("lines.jsonl", "{\"image\": \"a\", \"caption\": \"c\"}")))
        .isEmpty();
    assertThat(AnnotationKind.of(write("a.tar", "no JSON"))).isEmpty();
    assertThat(AnnotationKind.of(folder)).isEmpty();
  }

  @Test
  void aFileOfTheOtherKindIsCalledByItsKind() throws IOException {
    String line =
        """
        {"sentence": "Two.", "label": "False", "identifier": "a-0-0-0", "images": ["a", "b"]}
        """;
    assertFails(
        () -> read(line),
        "questions.json: has a 'sentence', like NLVR2's statements; expected questions");
    assertFails(
        () -> read("[" + line + "]"),
        "questions.json: line 1, [0]: has a 'sentence', like NLVR2's");
    Path questions = write("q.json", QUESTIONS);
    assertFails(
        () -> StatementFiles.read(questions),
        "q.json: line 1: has questions; expected statements: NLVR2's JSON lines");
    Path listed = write("l.json", "[{\"question_id\": 1, \"question\": \"Q?\"}]");
    assertFails(() -> StatementFiles.read(listed), "l.json: line 1, [0]: has questions");
  }

  private static void assertFails(ThrowingCallable work, String message) {
    assertThatThrownBy(work).isInstanceOf(FalconException.class).hasMessageContaining(message);
  }
}
