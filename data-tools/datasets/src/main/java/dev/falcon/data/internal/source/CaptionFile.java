// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.sample.CaptionLines;
import java.util.ArrayList;
import java.util.List;

/** The text of a caption file, and its captions. */
final class CaptionFile {
  /** The list in a sample's JSON that marks each line of the caption file as a caption. */
  public static final String LIST = "captions";

  private static final int MAX_CAPTIONS = 100_000;

  private CaptionFile() {}

  /** Returns the text of a file: a single caption unchanged, or several captions one per line. */
  public static String text(List<String> captions) {
    return captions.size() == 1 ? captions.get(0) : String.join("\n", lines(captions));
  }

  /** Returns each caption as one line; a line feed within it is written as a backslash and an n. */
  private static List<String> lines(List<String> captions) {
    return captions.stream().map(caption -> caption.replace("\n", "\\n")).toList();
  }

  /**
   * Returns the captions of a text.
   *
   * @param listed the list in the sample's JSON; may be empty
   */
  public static List<String> captions(String text, CaptionLines rule, List<String> listed)
      throws BrokenRowException {
    if (listed.size() > 1 && text.equals(text(listed))) {
      return listed;
    }
    return rule == CaptionLines.EACH ? lines(text) : whole(text);
  }

  /** Returns the whole text without surrounding line breaks; empty if there is nothing else. */
  private static List<String> whole(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && isLineBreak(text.charAt(begin))) {
      begin++;
    }
    while (end > begin && isLineBreak(text.charAt(end - 1))) {
      end--;
    }
    return begin == end ? List.of() : List.of(text.substring(begin, end));
  }

  private static boolean isLineBreak(char character) {
    return character == '\n' || character == '\r';
  }

  /**
   * Returns one caption per line. Blanks are kept, since models see them; empty lines are ignored.
   */
  private static List<String> lines(String text) throws BrokenRowException {
    List<String> captions = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      int trimmed = end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
      if (trimmed > start) {
        if (captions.size() == MAX_CAPTIONS) {
          throw new BrokenRowException("it has more than " + MAX_CAPTIONS + " captions");
        }
        captions.add(text.substring(start, trimmed).replace("\\n", "\n"));
      }
      start = end + 1;
    }
    return captions;
  }
}
