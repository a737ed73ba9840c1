package dev.falcon.eval.compositional.suite;

import dev.falcon.data.FalconException;
import java.util.ArrayList;
import java.util.List;

/** A list of texts in a cell, as Python prints it: {@code ['a dog', "a dog's tail"]}. */
final class PythonList {
  private final String text;
  private int at = 1;

  private PythonList(String text) {
    this.text = text;
  }

  /** Returns whether a cell holds a list. */
  static boolean isOne(String text) {
    return text.startsWith("[") && text.endsWith("]");
  }

  /**
   * Returns the elements.
   *
   * @throws FalconException if the cell is not a list of texts
   */
  static List<String> parse(String cell) {
    return new PythonList(cell).elements();
  }

  private List<String> elements() {
    List<String> elements = new ArrayList<>();
    while (true) {
      skipBlanks();
      char next = text.charAt(at);
      if (next == ']' && at == text.length() - 1) {
        return elements;
      }
      if (next != '\'' && next != '"') {
        throw wrong();
      }
      elements.add(quoted(next));
      skipBlanks();
      if (text.charAt(at) == ',') {
        at++;
      } else if (at != text.length() - 1) {
        throw wrong();
      }
    }
  }

  private void skipBlanks() {
    while (Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private String quoted(char quote) {
    StringBuilder element = new StringBuilder();
    for (at++; at < text.length() - 1; at++) {
      char next = text.charAt(at);
      if (next == quote) {
        at++;
        return element.toString();
      }
      if (next == '\\') {
        next = text.charAt(++at);
        next = next == 'n' ? '\n' : next == 't' ? '\t' : next;
      }
      element.append(next);
    }
    throw wrong();
  }

  private FalconException wrong() {
    return new FalconException("must be a list of quoted texts; it is " + text);
  }
}
