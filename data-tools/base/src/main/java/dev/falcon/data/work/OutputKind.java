// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.JsonPointerBasedFilter;
import com.fasterxml.jackson.core.filter.TokenFilter.Inclusion;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A kind of output folder, and the rule for all kinds: the folder must be absent or empty, or have
 * a mark that only this kind of output has, and must contain no input. Any other folder is refused
 * before it is touched, even for overwriting, so that no command removes or replaces files that
 * Falcon has not written.
 *
 * @param name the name of the output with its article, for messages
 * @param marks the marks, any of which identifies a folder of this kind, finished or not
 * @param remains tests whether a file is one that an earlier run of this kind may leave in a folder
 *     without a mark
 */
public record OutputKind(String name, List<Mark> marks, Predicate<Path> remains) {
  /** The folder, in an earlier output's, in which the new one is made. */
  static final String NEW = ".new";

  static final String COMPLETE = ".complete";
  static final String MOVING = ".moving";

  public OutputKind {
    marks = List.copyOf(marks);
  }

  /** Recognises a kind of folder. */
  @FunctionalInterface
  public interface Mark {
    /** Returns whether the folder has the mark. */
    boolean isIn(Path folder);
  }

  /** Returns a kind that leaves no files without a mark. */
  public static OutputKind of(String name, Mark... marks) {
    return new OutputKind(name, List.of(marks), child -> false);
  }

  /**
   * Returns a mark: a JSON file in the folder that has a given text at a given place.
   *
   * @param pointer a JSON pointer to the text (RFC 6901), such as {@code /provenance/command}
   * @param begin the prefix of the text
   */
  public static Mark json(String file, String pointer, String begin) {
    return folder -> says(folder.resolve(file), pointer, begin);
  }

  /** Returns a mark: an empty file with this name in the folder. */
  public static Mark empty(String file) {
    return folder -> isEmptyFile(folder.resolve(file));
  }

  /** Returns whether a folder has a mark of this kind. */
  public boolean isIn(Path folder) {
    Path complete = folder.resolve(NEW); // while it is moved into place
    return Folders.isFolder(folder)
        && (marks.stream().anyMatch(mark -> mark.isIn(folder))
            || (isComplete(complete) && marks.stream().anyMatch(mark -> mark.isIn(complete))));
  }

  /**
   * Refuses a folder that is not for this kind of output. Nothing is written or removed.
   *
   * @param inputs files and folders that are read; those that do not exist are ignored
   * @throws RequestException if the path is a file, or the folder contains an input, or contains
   *     files but no mark
   */
  public void require(Path folder, Collection<Path> inputs) {
    OutputFile.requireName(folder);
    if (!Folders.exists(folder)) {
      return;
    }
    if (!Folders.isFolder(folder)) {
      throw new RequestException(folder + ": is a file; name a folder for " + name);
    }
    for (Path input : inputs) {
      if (OutputFile.isIn(input, folder)) {
        throw new RequestException(
            folder + ": is where " + input + " lies, which is read; name another folder");
      }
    }
    Optional<Path> foreign = foreign(folder);
    if (foreign.isPresent() && !isIn(folder)) {
      throw new RequestException(
          folder
              + ": holds other files, such as "
              + foreign.get().getFileName()
              + ", and not "
              + name
              + " of Falcon's; name a new folder");
    }
  }

  /** Returns the refusal of a folder that holds an output which may not be replaced. */
  public static RequestException exists(Path folder) {
    return new RequestException(folder + ": already exists; name another folder, or overwrite it");
  }

  /** Returns whether {@link #require} accepts a folder if there are no inputs. */
  public boolean accepts(Path folder) {
    return Folders.isFolder(folder) && (foreign(folder).isEmpty() || isIn(folder));
  }

  /**
   * Returns a file in the folder that neither this kind nor a killed run leaves without a mark;
   * empty if there is none.
   */
  private Optional<Path> foreign(Path folder) {
    return Folders.list(folder).stream()
        .filter(child -> !isOfARun(child) && !remains.test(child))
        .findFirst();
  }

  /** Returns whether a file is a leftover of a killed run: a lock or an unfinished file. */
  private static boolean isOfARun(Path child) {
    return (child.endsWith(FolderLock.FILE_NAME) && FolderLock.isLock(child))
        || (AtomicFile.isLeftover(child) && Files.isRegularFile(child, LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * Returns whether a JSON file has a text with this prefix at this place. The file is read as a
   * stream, only as far as necessary.
   */
  public static boolean says(Path file, String pointer, String begin) {
    if (!Folders.isFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return says(in, pointer, begin);
    } catch (IOException e) {
      return false; // an unreadable file is not known to be Falcon's
    }
  }

  /** Like {@link #says(Path, String, String)}, for JSON from a stream. */
  public static boolean says(InputStream json, String pointer, String begin) throws IOException {
    try (JsonParser parser =
        new FilteringParserDelegate(
            Json.mapper().createParser(json),
            new JsonPointerBasedFilter(pointer),
            Inclusion.ONLY_INCLUDE_ALL,
            false)) {
      return parser.nextToken() == JsonToken.VALUE_STRING && parser.getText().startsWith(begin);
    }
  }

  private static boolean isEmptyFile(Path file) {
    try {
      return Folders.isFile(file) && Files.size(file) == 0;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns whether a folder holds a new output that is only to be moved into place. */
  static boolean isComplete(Path made) {
    return Files.isDirectory(made, LinkOption.NOFOLLOW_LINKS)
        && (Folders.isFile(made.resolve(COMPLETE)) || Folders.isFile(made.resolve(MOVING)));
  }
}
