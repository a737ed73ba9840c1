package dev.falcon.data.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JSON file that records how an output folder was made, with the digests of its other files.
 */
public final class RecordFile {
  private static final String FILES = "files";

  private RecordFile() {}

  /**
   * Writes a record, and in its field {@code files} names, lengths and SHA-256 of other files.
   *
   * @param record the file to write
   * @param value its content, a JSON object
   * @param files below the folder of the record; those that are absent are left out
   */
  public static void write(Path record, Object value, Collection<Path> files) {
    Path folder = record.toAbsolutePath().getParent();
    List<Provenance.Input> digests = new ArrayList<>();
    for (Path file : files) {
      if (Files.isRegularFile(file)) {
        String name = folder.relativize(file.toAbsolutePath()).toString().replace('\\', '/');
        digests.add(Provenance.Input.of(name, file));
      }
    }
    ObjectNode content = Json.mapper().valueToTree(value);
    content.set(FILES, Json.mapper().valueToTree(digests));
    Json.write(record, content);
  }

  /** The files below a folder in order of their names. */
  public static List<Path> below(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
  }
}
