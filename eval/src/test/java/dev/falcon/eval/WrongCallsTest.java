// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.data.RequestException;
import dev.falcon.eval.answer.AnswerRequest;
import dev.falcon.eval.caption.ScoredCaption;
import dev.falcon.eval.datacomp.PythonJson;
import dev.falcon.eval.datacomp.run.DataCompRequest;
import dev.falcon.eval.internal.vectors.LooseImages;
import dev.falcon.eval.metric.Decisions;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.report.ReportRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the library refuses, and no command can ask for. */
class WrongCallsTest {
  private static final Path FOLDER = Path.of("folder");

  static Stream<Arguments> calls() {
    return Stream.of(
        refused(
            RequestException.class,
            "name the file of people's answers",
            () -> new AnswerRequest(FOLDER, List.of(), Optional.empty())),
        refused(
            RequestException.class,
            "name at least one run",
            () -> new ReportRequest(List.of(), List.of(), FOLDER, false, 1, false)),
        refused(
            RequestException.class,
            "name the folder for the report",
            () -> new ReportRequest(List.of(FOLDER), List.of(), null, false, 1, false)),
        refused(RequestException.class, "name the folder", () -> DataCompRequest.of(null, FOLDER)),
        refused(
            RequestException.class,
            "name the folder for the results",
            () -> DataCompRequest.of(FOLDER, null)),
        refused(
            IllegalArgumentException.class,
            "a caption needs a reference",
            () -> new ScoredCaption(List.of("a"), List.of())),
        refused(
            IllegalArgumentException.class,
            "cannot be written: class java.lang.Integer",
            () -> PythonJson.write(Map.of("a", 1))),
        refused(
            IllegalArgumentException.class,
            "no metric acc5 among [acc1]",
            () -> Scores.of(Map.of("acc1", 1.0)).withMain("acc5")),
        refused(
            IllegalArgumentException.class,
            "expected 3 logits and a label; got 2, 0",
            () -> new Decisions(3).add(new float[2], 0)),
        refused(
            IllegalArgumentException.class,
            "expected 3 logits and a label; got 3, -1",
            () -> new Decisions(3).add(new float[3], -1)),
        refused(
            NoSuchElementException.class,
            "folder",
            () -> new LooseImages(FOLDER, List.of()).open(0, reject -> {}).next()));
  }

  private static Arguments refused(
      Class<? extends Exception> kind, String message, ThrowingCallable call) {
    return arguments(kind, message, call);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("calls")
  void areRefused(Class<? extends Exception> kind, String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(kind).hasMessageStartingWith(message);
  }
}
