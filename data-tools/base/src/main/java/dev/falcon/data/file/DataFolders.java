// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folders in which other tools keep one dataset or table as several files: those that Hugging
 * Face's {@code datasets} wrote by {@code save_to_disk}, which are Arrow streams and a file that
 * lists them, and those whose files name their splits, such as {@code
 * train-00000-of-00002.parquet}. The test pairs of a dataset should not become training pairs
 * unnoticed.
 */
public final class DataFolders {
  private static final String OF_ONE = "state.json";
  private static final String OF_SPLITS = "dataset_dict.json";

  private static final String ICEBERG = "metadata";

  /** The folders in which tables of several versions keep their logs. */
  private static final Map<String, String> VERSIONED =
      Map.of(
          "_delta_log",
          "a Delta table",
          ".hoodie",
          "a Hudi table",
          "_versions",
          "a Lance table",
          ICEBERG,
          "an Iceberg table");

  private static final Pattern WORD =
      Pattern.compile(
          "(?:^|[-_. ])(train(?:ing)?|val(?:id(?:ation)?)?|dev|test(?:ing)?|eval(?:uation)?)"
              + "(?=[-_. 0-9]|$)");

  private static final Pattern ENDING = Pattern.compile("(\\.tar)?\\.[^.]+$");

  private DataFolders() {}

  /**
   * Returns the files of a folder that {@code save_to_disk} wrote, in the order of their rows;
   * empty for any other folder. Other Arrow files in it are the cache of later steps, and no data.
   *
   * @throws RequestException if the folder holds several splits
   */
  public static List<Path> savedFiles(Path folder) {
    requireNoVersions(folder);
    requireOneSaved(folder);
    Path list = folder.resolve(OF_ONE);
    JsonNode state = Folders.isFile(list) ? Json.readTree(list) : Json.mapper().createObjectNode();
    if (!state.path("_indices_data_files").isEmpty()) {
      throw new FalconException(
          list
              + ": lists the order of the rows in other files; save the dataset again with a later"
              + " version of datasets");
    }
    List<Path> files = new ArrayList<>();
    for (JsonNode each : state.path("_data_files")) {
      Path file = folder.resolve(each.path("filename").asText());
      if (!Folders.isFile(file)) {
        throw new FalconException(file + ": is missing; " + list + " lists it");
      }
      files.add(file);
    }
    return files;
  }

  /**
   * Refuses a folder that holds a table in several versions: of its files, those whose rows were
   * deleted or replaced since are still there, and only the table's log knows them.
   *
   * @throws RequestException if it is the folder of such a table, or of its files
   */
  public static void requireNoVersions(Path folder) {
    requireNoVersions(
        folder.toString(),
        name ->
            Folders.isFolder(folder.resolve(name))
                && (!name.equals(ICEBERG) || isOfIceberg(folder.resolve(name))));
    if (folder.endsWith("data") && isOfIceberg(folder.resolveSibling(ICEBERG))) {
      throw versioned(folder.toString(), VERSIONED.get(ICEBERG));
    }
  }

  /**
   * Refuses such a folder of any file system.
   *
   * @param holds returns whether it holds a folder of this name that is a table's log
   */
  public static void requireNoVersions(String folder, Predicate<String> holds) {
    VERSIONED.forEach(
        (name, table) -> {
          if (holds.test(name)) {
            throw versioned(folder, table);
          }
        });
  }

  private static boolean isOfIceberg(Path metadata) {
    return Folders.isFolder(metadata)
        && Folders.list(metadata).stream()
            .anyMatch(file -> file.getFileName().toString().endsWith(".metadata.json"));
  }

  private static RequestException versioned(String folder, String table) {
    return new RequestException(
        folder
            + ": is "
            + table
            + ", whose files also hold rows that were deleted or replaced; write its current rows to"
            + " Parquet files in another folder");
  }

  private static void requireOneSaved(Path folder) {
    Path list = folder.resolve(OF_SPLITS);
    if (Folders.isFile(list)) {
      List<String> splits = new ArrayList<>();
      Json.readTree(list).path("splits").forEach(split -> splits.add(split.asText()));
      throw new RequestException(
          folder
              + ": holds the splits "
              + String.join(", ", splits)
              + "; name the folder of one: '"
              + (splits.isEmpty() ? folder : folder.resolve(splits.get(0)))
              + "'");
    }
  }

  /** Returns the files and folders by their splits; those that name no split are left out. */
  public static SortedMap<String, List<Path>> splits(List<Path> paths) {
    SortedMap<String, List<Path>> splits = new TreeMap<>();
    for (Path path : paths) {
      split(path)
          .ifPresent(split -> splits.computeIfAbsent(split, s -> new ArrayList<>()).add(path));
    }
    return splits;
  }

  private static Optional<String> split(Path path) {
    Matcher matcher = WORD.matcher(path.getFileName().toString().toLowerCase(Locale.ROOT));
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * Refuses files or folders of several splits.
   *
   * @param folder the folder that holds them
   * @throws RequestException that says how to name one
   */
  public static void requireOneSplit(Path folder, List<Path> paths) {
    SortedMap<String, List<Path>> splits = splits(paths);
    if (splits.size() > 1) {
      String shown = splits.containsKey("train") ? "train" : splits.firstKey();
      throw new RequestException(
          folder
              + ": the files belong to "
              + splits.size()
              + " splits: "
              + String.join(", ", splits.keySet())
              + "; name one: '"
              + pattern(folder, shown, splits.get(shown))
              + "'");
    }
  }

  /** Returns a pattern that the files of a split match. */
  private static String pattern(Path folder, String split, List<Path> paths) {
    String first = paths.get(0).getFileName().toString();
    int end = first.toLowerCase(Locale.ROOT).indexOf(split) + split.length();
    Matcher ending = ENDING.matcher(first);
    boolean isWhole = Folders.isFolder(paths.get(0)) || !ending.find(end) || ending.start() == end;
    String name = isWhole ? first : first.substring(0, end + 1) + '*' + ending.group();
    return folder.resolve(name).toString();
  }
}
