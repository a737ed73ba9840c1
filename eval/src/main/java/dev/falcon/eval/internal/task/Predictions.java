// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.annotation.JsonItem;
import dev.falcon.data.annotation.JsonItems;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A model's predictions for questions or pictures, from a JSON list. */
public final class Predictions {
  private static final int SHOWN = 3;

  private final Path file;
  private final Map<String, String> byId = new LinkedHashMap<>();

  private Predictions(Path file) {
    this.file = file;
  }

  /**
   * Reads a JSON list or JSON lines.
   *
   * @param id gives the identifier of an element's question or picture
   * @param text gives the predicted text of an element
   * @throws FalconException if an element is invalid, or an identifier occurs twice
   */
  public static Predictions read(
      Path file, Function<JsonItem, String> id, Function<JsonItem, String> text) {
    Predictions predictions = new Predictions(file);
    JsonItems.lines(
        file, (list, item) -> predictions.add(item.place(), id.apply(item), text.apply(item)));
    return predictions;
  }

  /** Returns empty predictions for a file that the caller reads. */
  public static Predictions of(Path file) {
    return new Predictions(file);
  }

  /** Adds a prediction. */
  public void add(String place, String id, String text) {
    if (byId.put(id, text) != null) {
      throw new FalconException(place + ": a second prediction for " + id);
    }
  }

  /** Returns the identifiers of the questions or pictures. */
  public Set<String> ids() {
    return byId.keySet();
  }

  /** Returns the predicted text. */
  public String of(String id) {
    return byId.get(id);
  }

  /**
   * Refuses predictions that are not for exactly the given identifiers.
   *
   * @param what the kind of subject in messages, such as {@code question}
   */
  public void mustBeFor(Collection<String> ids, String what) {
    mustCover(ids, what);
    Set<String> known = new HashSet<>(ids);
    List<String> others = byId.keySet().stream().filter(id -> !known.contains(id)).toList();
    if (!others.isEmpty()) {
      throw new FalconException(
          file
              + ": "
              + others.size()
              + " of "
              + byId.size()
              + " predictions are for no "
              + what
              + " of the set: "
              + some(others));
    }
  }

  /** Refuses predictions that lack one of the given identifiers. */
  public void mustCover(Collection<String> ids, String what) {
    mustCover(ids, what, "");
  }

  /**
   * Refuses predictions that lack one of the given identifiers.
   *
   * @param advice the end of the message, with what can be done
   */
  public void mustCover(Collection<String> ids, String what, String advice) {
    List<String> missing = ids.stream().filter(id -> !byId.containsKey(id)).toList();
    if (!missing.isEmpty()) {
      throw new FalconException(
          file
              + ": lacks "
              + missing.size()
              + " of "
              + ids.size()
              + " "
              + what
              + "s: "
              + some(missing)
              + advice);
    }
  }

  private static String some(List<String> ids) {
    String first = String.join(", ", ids.subList(0, Math.min(SHOWN, ids.size())));
    return ids.size() <= SHOWN ? first : first + " and others";
  }
}
