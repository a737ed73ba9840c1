// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.mining.corpus.SearchRecall;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The output of {@code falcon status}. */
public final class StatusTable {
  private StatusTable() {}

  /**
   * Returns the state for programs; unknown values are left out.
   *
   * @param recall the recall of a search in clusters
   * @param now the current time
   */
  public static JsonNode json(
      Path folder, WorkStatus status, Optional<SearchRecall> recall, Instant now) {
    ObjectNode json = Json.mapper().createObjectNode();
    json.put("folder", folder.toString());
    json.put("kind", status.kind());
    json.put("complete", status.complete());
    status.parts().ifPresent(parts -> json.put("parts", parts));
    json.put("done", status.done());
    if (status.parts().isPresent()) {
      json.put("missing", status.missing().size());
    }
    status.tasks().ifPresent(tasks -> json.put("tasks", tasks));
    status.missingTasks().ifPresent(tasks -> json.put("missing_tasks", tasks));
    status.last().ifPresent(last -> json.put("last_part", last.toString()));
    status.partsPerHour(now).ifPresent(rate -> json.put("parts_per_hour", rate));
    status.hoursLeft(now).ifPresent(hours -> json.put("hours_left", hours));
    status.counts().forEach(json::put);
    recall.ifPresent(measured -> json.set("recall", Json.mapper().valueToTree(measured)));
    return json;
  }

  /**
   * Returns the state for people.
   *
   * @param now the current time
   */
  public static String of(Path folder, WorkStatus status, Instant now) {
    StringBuilder text = new StringBuilder();
    if (status.complete()) {
      return line("%s: %s, complete, %s", folder, status.kind(), parts(status.done()));
    }
    if (status.parts().isPresent()) {
      text.append(
          line(
              "%s: %s, %,d of %s done",
              folder, status.kind(), status.done(), parts(status.parts().getAsInt())));
    } else {
      text.append(line("%s: %s, %s done", folder, status.kind(), parts(status.done())));
    }
    status
        .last()
        .ifPresent(
            last ->
                text.append(
                    line("the last part was done %s ago", time(Duration.between(last, now)))));
    status
        .partsPerHour(now)
        .ifPresent(rate -> text.append(line("%,.1f parts per hour lately", rate)));
    status
        .hoursLeft(now)
        .ifPresent(
            hours ->
                text.append(
                    line("%s left at that rate", time(Duration.ofSeconds((long) (3600 * hours))))));
    status.missingTasks().ifPresent(tasks -> text.append(line("tasks with parts left: %s", tasks)));
    status
        .counts()
        .forEach((name, count) -> text.append(line("%s: %,d", name.replace('_', ' '), count)));
    if (status.parts().isPresent() && status.missing().isEmpty()) {
      text.append(line("all parts are done; falcon merge %s completes the work", folder));
    }
    return text.toString();
  }

  private static String parts(int count) {
    return Counted.of(count, "part", "parts");
  }

  private static String time(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    return seconds < 120
        ? seconds + " s"
        : seconds < 7200
            ? seconds / 60 + " min"
            : String.format(Locale.ROOT, "%.1f h", seconds / 3600.0);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format + "%n", values);
  }
}
