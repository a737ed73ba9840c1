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

/** Predictions of a model for questions or pictures, from a JSON list. */
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
   * @param id the subject of an element
   * @param text the predicted text
   * @throws FalconException if an element is wrong or something is there twice
   */
  public static Predictions read(
      Path file, Function<JsonItem, String> id, Function<JsonItem, String> text) {
    Predictions predictions = new Predictions(file);
    JsonItems.lines(
        file, (list, item) -> predictions.add(item.place(), id.apply(item), text.apply(item)));
    return predictions;
  }

  /** Predictions of a file that the caller reads. */
  public static Predictions of(Path file) {
    return new Predictions(file);
  }

  /** Adds one. */
  public void add(String place, String id, String text) {
    if (byId.put(id, text) != null) {
      throw new FalconException(place + ": a second prediction for " + id);
    }
  }

  /** The identifier of the question or picture. */
  public Set<String> ids() {
    return byId.keySet();
  }

  /** The predicted text. */
  public String of(String id) {
    return byId.get(id);
  }

  /**
   * Refuses predictions that are not for exactly these.
   *
   * @param what such as {@code question}
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

  /** Refuses predictions that lack one of these. */
  public void mustCover(Collection<String> ids, String what) {
    mustCover(ids, what, "");
  }

  /**
   * Refuses predictions that lack one of these.
   *
   * @param advice what else can be done, at the end of the message
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
