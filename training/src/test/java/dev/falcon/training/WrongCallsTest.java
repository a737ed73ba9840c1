package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.data.FalconException;
import dev.falcon.training.comparison.model.Reference;
import dev.falcon.training.internal.report.SnapshotFile;
import dev.falcon.training.run.GenerationSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What records and files refuse by themselves, whoever makes or reads them. */
class WrongCallsTest {
  @TempDir private Path folder;

  static Stream<Arguments> calls() {
    return Stream.of(
        refused("penalty=0.0", () -> new GenerationSettings(1, 1, 1, 0, 0)),
        refused(
            "a reference must have a title, columns and rows",
            () -> new Reference(null, null, null, null)),
        refused(
            "paper: a row must have a name of its own and 2 scores; name=ours",
            () ->
                new Reference(
                    "paper",
                    null,
                    List.of("a", "b"),
                    List.of(new Reference.Row("ours", List.of(1.0))))));
  }

  private static Arguments refused(String message, ThrowingCallable call) {
    return arguments(message, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void areRefused(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(FalconException.class).hasMessageContaining(message);
  }

  @Test
  void aFolderInThePlaceOfSnapshotsIsNamed() {
    assertThatThrownBy(() -> SnapshotFile.open(folder, 1))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder + ": cannot be read: ");
  }

  @ParameterizedTest
  @CsvSource({"null", "{", "[]"})
  void aLineThatIsNoSnapshotIsRefused(String line) throws IOException {
    Path file = Files.writeString(folder.resolve("snapshots.jsonl"), line + "\n");

    assertThatThrownBy(() -> SnapshotFile.open(file, 1))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": holds a line that is no snapshot: ");
  }
}
