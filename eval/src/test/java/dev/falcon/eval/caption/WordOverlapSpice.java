// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that reads and writes SPICE's files: a caption scores 1 if it equals a reference, and
 * nothing where it is empty.
 */
final class WordOverlapSpice {
  private static final Pattern TEST = Pattern.compile("\"test\" : \"([^\"]*)\"");

  private WordOverlapSpice() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 5 || !arguments[1].equals("-out")) {
      return;
    }
    List<String> scores = new ArrayList<>();
    String input = Files.readString(Path.of(arguments[0]));
    Matcher test = TEST.matcher(input);
    while (test.find()) {
      if (test.group(1).isEmpty()) {
        continue;
      }
      int count = input.split(Pattern.quote('"' + test.group(1) + '"'), -1).length - 1;
      scores.add("{\"scores\": {\"All\": {\"f\": " + (count > 1 ? 1 : 0) + "}}}");
    }
    Files.writeString(Path.of(arguments[2]), scores.toString());
  }
}
