// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The file or files of a truth, in one of several forms: a table {@code image_key, text_key} with
 * {@code match} or {@code grade} and perhaps {@code side}; a table of Crisscrossed Captions, by its
 * columns; or the two JSON objects of ECCV Caption, from an image's id to those of its captions and
 * the reverse, by their names.
 */
public final class TruthFile {
  private static final String IMAGES = "image_to_caption.json";
  private static final String CAPTIONS = "caption_to_image.json";
  private static final double USUAL_GRADE = 1;
  private static final double CRISSCROSSED_GRADE = 3;

  /** The forms. */
  private enum Form {
    /** Falcon's own table. */
    PAIRS,
    /** ECCV Caption's two files. */
    ECCV,
    /** Crisscrossed Captions' table of captions with images. */
    CAPTION_IMAGE,
    /** Its table of captions with captions, which only grades. */
    CAPTION_CAPTION,
    /** Its table of images with images, which only grades. */
    IMAGE_IMAGE;

    static Form of(List<String> columns) {
      boolean graded = columns.contains("agg_score") && !columns.contains("image_key");
      if (graded && columns.containsAll(List.of("caption", "image"))) {
        return CAPTION_IMAGE;
      }
      if (graded && columns.containsAll(List.of("caption1", "caption2"))) {
        return CAPTION_CAPTION;
      }
      return graded && columns.containsAll(List.of("image1", "image2")) ? IMAGE_IMAGE : PAIRS;
    }
  }

  /** Whose question a row answers. */
  enum Side {
    IMAGE,
    TEXT,
    BOTH
  }

  /**
   * A row.
   *
   * @param first the image's name, or the first of two of one kind
   * @param second the caption's name, or the second of two of one kind
   * @param grade the grade; 1 for a pair that matches and 0 for another in a table without grades
   */
  record Row(String first, String second, double grade, Side side) {}

  private final List<Path> files;
  private final Form form;
  private final boolean sided;
  private final boolean graded;

  private TruthFile(List<Path> files, Form form, boolean sided, boolean graded) {
    this.files = List.copyOf(files);
    this.form = form;
    this.sided = sided;
    this.graded = graded;
  }

  /**
   * Recognises the form of a truth, without reading its rows.
   *
   * @param file the file; of ECCV Caption's two files either one
   * @throws FalconException if it cannot be read, or has no known form
   */
  public static TruthFile open(Path file) {
    String name = file.getFileName().toString();
    if (name.endsWith(IMAGES) || name.endsWith(CAPTIONS)) {
      return new TruthFile(List.of(file, partner(file, name)), Form.ECCV, true, false);
    }
    try (TableReader table = TableReader.open(file)) {
      List<String> columns = table.columns();
      Form form = Form.of(columns);
      if (form != Form.PAIRS) {
        return new TruthFile(List.of(file), form, true, true);
      }
      if (!columns.isEmpty() && columns.get(0).matches("[0-9]+")) {
        throw new FalconException(
            file
                + ": begins with an id; a truth by ids is two files, whose names end with "
                + IMAGES
                + " and "
                + CAPTIONS);
      }
      table.column(ColumnType.UTF8, "image_key");
      table.column(ColumnType.UTF8, "text_key");
      boolean graded = columns.contains("grade");
      if (!graded) {
        table.column(ColumnType.BOOL, "match");
      }
      return new TruthFile(List.of(file), form, columns.contains("side"), graded);
    }
  }

  private static Path partner(Path file, String name) {
    String other =
        name.endsWith(IMAGES)
            ? name.substring(0, name.length() - IMAGES.length()) + CAPTIONS
            : name.substring(0, name.length() - CAPTIONS.length()) + IMAGES;
    Path partner = file.resolveSibling(other);
    for (Path each : List.of(file, partner)) {
      if (!Folders.exists(each)) {
        throw new RequestException(
            each + ": there is no such file; ECCV Caption's truth is two files in one folder");
      }
    }
    return partner;
  }

  /** Returns the files, first the one that was named. */
  public List<Path> files() {
    return files;
  }

  Path file() {
    return files.get(0);
  }

  /** Returns whether the files say which queries were asked, so that only these are judged. */
  boolean listsQueries() {
    return sided;
  }

  /** Returns whether pairs have grades. */
  public boolean hasGrades() {
    return graded;
  }

  /** Returns whether it only grades pairs of two captions or two images, and so judges no query. */
  boolean onlyGrades() {
    return form == Form.CAPTION_CAPTION || form == Form.IMAGE_IMAGE;
  }

  /** Returns whether the pairs are of two images. */
  boolean isOfImages() {
    return form == Form.IMAGE_IMAGE;
  }

  /** Returns whether images and captions have the ids of COCO. */
  boolean isOfCoco() {
    return form != Form.PAIRS;
  }

  /** Returns the lowest grade of a right answer, unless another one is asked for. */
  double usualGrade() {
    return form == Form.CAPTION_IMAGE ? CRISSCROSSED_GRADE : USUAL_GRADE;
  }

  /**
   * Reads the rows.
   *
   * @throws FalconException if a row cannot be read
   */
  void forEach(Consumer<Row> sink) {
    switch (form) {
      case PAIRS -> pairs(sink);
      case ECCV -> files.forEach(file -> ids(file, sink));
      case CAPTION_IMAGE -> grades("image", "caption", sink);
      case CAPTION_CAPTION -> grades("caption1", "caption2", sink);
      case IMAGE_IMAGE -> grades("image1", "image2", sink);
    }
  }

  private void pairs(Consumer<Row> sink) {
    try (TableReader table = TableReader.open(file())) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int grade =
          graded
              ? table.column(ColumnType.FLOAT64, "grade")
              : table.column(ColumnType.BOOL, "match");
      OptionalInt side = table.findColumn(ColumnType.UTF8, "side");
      for (long row = 0; table.next(); row++) {
        Optional<String> asked =
            side.isPresent() ? table.findString(side.getAsInt()) : Optional.empty();
        double value = graded ? grade(table, grade, row) : table.getBoolean(grade) ? 1 : 0;
        sink.accept(
            new Row(table.getString(image), table.getString(text), value, side(asked.orElse(""))));
      }
    }
  }

  private void grades(String firstColumn, String secondColumn, Consumer<Row> sink) {
    try (TableReader table = TableReader.open(file())) {
      int first = table.column(ColumnType.UTF8, firstColumn);
      int second = table.column(ColumnType.UTF8, secondColumn);
      int grade = table.column(ColumnType.FLOAT64, "agg_score");
      for (long row = 0; table.next(); row++) {
        sink.accept(
            new Row(
                table.getString(first),
                table.getString(second),
                grade(table, grade, row),
                Side.BOTH));
      }
    }
  }

  private double grade(TableReader table, int column, long row) {
    double grade = table.getDouble(column);
    if (!Double.isFinite(grade)) {
      throw new FalconException(
          file() + ": row " + row + ": the grade must be a number; it is " + grade);
    }
    return grade;
  }

  private Side side(String word) {
    return switch (word) {
      case "" -> Side.BOTH;
      case "image" -> Side.IMAGE;
      case "text" -> Side.TEXT;
      default ->
          throw new RequestException(
              file() + ": the side must be image or text; it is '" + word + "'");
    };
  }

  private static void ids(Path file, Consumer<Row> sink) {
    boolean ofImages = file.getFileName().toString().endsWith(IMAGES);
    JsonNode lists = Json.readTree(file);
    if (!lists.isObject()) {
      throw new FalconException(
          file + ": must be an object from ids to lists of ids; it is " + lists.getNodeType());
    }
    for (Map.Entry<String, JsonNode> query : lists.properties()) {
      JsonNode right = query.getValue();
      if (!right.isArray()
          || !right.valueStream().allMatch(id -> id.isIntegralNumber() || id.isTextual())) {
        throw new FalconException(
            file + ": the id '" + query.getKey() + "' must have a list of ids");
      }
      right
          .valueStream()
          .map(JsonNode::asText)
          .map(
              id ->
                  ofImages
                      ? new Row(query.getKey(), id, 1, Side.IMAGE)
                      : new Row(id, query.getKey(), 1, Side.TEXT))
          .forEach(sink);
    }
  }
}
