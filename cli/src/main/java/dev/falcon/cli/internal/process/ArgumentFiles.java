// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.PrintableText;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Arguments from files: {@code @FILE} stands for the words of the file, separated by white space,
 * in single or double quotes if they contain some; the rest of a line from # on is a comment. Files
 * may name others, at most {@value #MOST_DEEP} deep, and contain at most {@value #MOST_BYTES} bytes
 * in total. {@code @@} at the start of a word stands for {@code @}; if there is no such file, the
 * word stands for itself.
 */
public final class ArgumentFiles {
  private static final int MOST_BYTES = 1 << 18;
  private static final int MOST_DEEP = 16;
  private static final char UNDECODED = '\uFFFD';

  private final List<String> words = new ArrayList<>();
  private final Deque<Path> open = new ArrayDeque<>();
  private int bytes;

  private ArgumentFiles() {}

  /**
   * Replaces files of arguments by their words.
   *
   * @throws RequestException if a file cannot be read, if files are too large or nested too deeply,
   *     or if an argument is not encoded in the locale's character set
   */
  public static String[] expand(String... arguments) {
    ArgumentFiles files = new ArgumentFiles();
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].indexOf(UNDECODED) >= 0) {
        throw new RequestException(
            "argument "
                + (i + 1)
                + ", "
                + PrintableText.line(arguments[i])
                + ", has bytes that are not characters in this locale; rename the file, or set a"
                + " UTF-8 locale such as LC_ALL=C.UTF-8");
      }
      files.add(arguments[i]);
    }
    return files.words.toArray(String[]::new);
  }

  private void add(String word) {
    if (word.startsWith("@@")) {
      words.add(word.substring(1));
    } else if (word.length() > 1 && word.charAt(0) == '@') {
      addFile(word);
    } else {
      words.add(word);
    }
  }

  private void addFile(String word) {
    try {
      Path file = Path.of(word.substring(1));
      if (!Folders.exists(file)) {
        words.add(word);
        return;
      }
      if (Folders.isFolder(file)) {
        throw new RequestException(word + ": is a folder; name a file of arguments");
      }
      Path real = file.toRealPath();
      if (open.contains(real)) {
        return; // the file is already being read
      }
      if (open.size() == MOST_DEEP) {
        throw new RequestException(
            word + ": files of arguments name each other more than " + MOST_DEEP + " deep");
      }
      open.push(real);
      addWords(read(word, file));
      open.pop();
    } catch (AccessDeniedException e) {
      throw new RequestException(word + ": cannot be read (permission denied)");
    } catch (IOException e) {
      throw new RequestException(word + ": cannot be read: " + e.getMessage());
    } catch (InvalidPathException e) {
      words.add(word);
    }
  }

  private String read(String word, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MOST_BYTES - bytes + 1);
      bytes += content.length;
      if (bytes > MOST_BYTES) {
        throw new RequestException(
            word + ": files of arguments may hold " + (MOST_BYTES >> 10) + " KiB in all, not more");
      }
      return new String(content, StandardCharsets.UTF_8);
    }
  }

  private void addWords(String text) throws IOException {
    StreamTokenizer tokens = new StreamTokenizer(new StringReader(text));
    tokens.resetSyntax();
    tokens.wordChars(' ', 255);
    tokens.whitespaceChars(0, ' ');
    tokens.quoteChar('"');
    tokens.quoteChar('\'');
    tokens.commentChar('#');
    while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
      add(tokens.sval);
    }
  }
}
