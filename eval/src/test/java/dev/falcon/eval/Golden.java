// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forty tasks as small synthetic datasets, with what the official evaluator said of them. */
public final class Golden {
  private Golden() {}

  /** The folder of real test data called so; where it is absent, the test is skipped. */
  public static Path folder(String name) {
    String root = System.getProperty("falcon.testdata", "");
    Path folder = Path.of(root, name);
    assumeTrue(
        !root.isEmpty() && Files.isDirectory(folder),
        () -> "skipped: no test data at " + folder + " (property falcon.testdata)");
    return folder;
  }

  public static Path datacomp() {
    return folder("datacomp-golden");
  }

  /** The official result lines by task key, in the official order. */
  public static Map<String, String> expectedLines() throws IOException {
    Map<String, String> lines = new LinkedHashMap<>();
    for (String line : Files.readAllLines(datacomp().resolve("expected/eval_results.jsonl"))) {
      lines.put(line.substring(9, line.indexOf('"', 9)), line);
    }
    return lines;
  }

  /** How many decisions of a task are within 1e-3 of a tie. */
  public static JsonNode tieBudget(Task task) {
    return Json.readTree(datacomp().resolve("expected/tie_budgets.json")).get(task.key());
  }

  /** An array that NumPy wrote: little-endian float32, int32 or int64, in C order. */
  @SuppressWarnings("ArrayRecordComponent") // a test carrier, never compared
  record Array(int[] shape, double[] values) {
    static Array read(Path file) throws IOException {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      int headerLength = bytes.getShort(8);
      String header = new String(bytes.array(), 10, headerLength, StandardCharsets.US_ASCII);
      String inBrackets = header.substring(header.indexOf('(') + 1, header.indexOf(')'));
      int[] shape =
          Arrays.stream(inBrackets.split(",", -1))
              .map(String::trim)
              .filter(size -> !size.isEmpty())
              .mapToInt(Integer::parseInt)
              .toArray();
      double[] values = new double[Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
      bytes.position(10 + headerLength);
      for (int i = 0; i < values.length; i++) {
        values[i] =
            header.contains("<f4")
                ? bytes.getFloat()
                : header.contains("<i8") ? bytes.getLong() : bytes.getInt();
      }
      return new Array(shape, values);
    }

    /** The last axis at the given place of the others. */
    float[] row(int place) {
      int width = shape[shape.length - 1];
      float[] row = new float[width];
      for (int i = 0; i < width; i++) {
        row[i] = (float) values[place * width + i];
      }
      return row;
    }

    int integer(int place) {
      return (int) values[place];
    }
  }

  public static Array prediction(Task task, String what) throws IOException {
    return Array.read(
        datacomp().resolve("intermediate/predictions/" + task.fileStem() + "." + what + ".npy"));
  }

  public static List<Task> classificationTasks() {
    return Suite.tasks().stream().filter(task -> task.classes() != null).toList();
  }
}
