// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shell code of a page: what a block that names no other language holds, and commands in the
 * cells of tables.
 */
final class PageCode {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final Pattern CELL = Pattern.compile("(?m)^\\|.*\\| `(falcon [^`]+)` \\|$");
  private static final List<String> SHELL = List.of("", "bash");

  private PageCode() {}

  /** The commands of a page's blocks: lines that end in a backslash are one with the next. */
  static List<String> commands(Path page) throws IOException {
    List<String> commands = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(page));
    while (block.find()) {
      if (SHELL.contains(block.group(1))) {
        commands.addAll(List.of(block.group(2).split("(?<!\\\\)\n")));
      }
    }
    return commands;
  }

  /** Commands in tables, each for itself. */
  static List<String> cells(Path page) throws IOException {
    return CELL.matcher(Files.readString(page)).results().map(cell -> cell.group(1)).toList();
  }
}
