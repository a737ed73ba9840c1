package dev.falcon.data.internal.source;

import dev.falcon.data.format.CaptionLines;
import java.util.ArrayList;
import java.util.List;

/** The text of a caption file, and the captions in it. */
public final class CaptionFile {
  /** The list in a sample's JSON that says that the caption file's lines are captions each. */
  public static final String LIST = "captions";

  private static final int MAX_CAPTIONS = 100_000;

  private CaptionFile() {}

  /** The text that holds one caption as it is, or several, one a line. */
  public static String text(List<String> captions) {
    return captions.size() == 1 ? captions.get(0) : String.join("\n", lines(captions));
  }

  /** Each caption as a line: a line feed inside it is written as a backslash and an n. */
  private static List<String> lines(List<String> captions) {
    return captions.stream().map(caption -> caption.replace("\n", "\\n")).toList();
  }

  /**
   * The captions in a text.
   *
   * @param listed what the sample's JSON lists; may be empty
   */
  public static List<String> captions(String text, CaptionLines rule, List<String> listed)
      throws BrokenRowException {
    if (listed.size() > 1 && text.equals(text(listed))) {
      return listed;
    }
    return rule == CaptionLines.EACH ? lines(text) : whole(text);
  }

  /** The whole text without the line breaks around it; none where there is nothing else. */
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

  /** One caption a line. Blanks stay, for models see them; empty lines are no captions. */
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
