// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Converts WordNet's nouns (Fellbaum, 1998) to a taxonomy: each synset becomes a kind below its
 * hypernyms, with ImageNet's identifier, an n and the eight digits of the synset's offset in {@code
 * data.noun}.
 */
public final class WordNetNouns {
  private static final int HEXADECIMAL = 16;

  private record Synset(List<String> names, List<String> parents) {}

  private WordNetNouns() {}

  /**
   * Converts a file.
   *
   * @param dataNoun WordNet's {@code data.noun}
   * @param classes a file of the required identifiers, one per line, whose ancestors are included;
   *     empty for all nouns
   * @param output the output table; see {@link Taxonomy#read}
   * @return the number of kinds in the table
   * @throws FalconException if a file has another form or a required synset does not exist
   */
  public static int convert(Path dataNoun, Optional<Path> classes, Path output) {
    Map<String, Synset> synsets = read(dataNoun);
    Set<String> wanted =
        classes.isPresent() ? above(synsets, classes.get(), dataNoun) : synsets.keySet();
    StringBuilder table = new StringBuilder("child\tparent\tnames\n");
    for (Map.Entry<String, Synset> entry : synsets.entrySet()) {
      Synset synset = entry.getValue();
      if (!wanted.contains(entry.getKey())) {
        continue;
      }
      String names = String.join(Taxonomy.NAME_SEPARATOR, synset.names());
      List<String> parents = synset.parents().isEmpty() ? List.of("") : synset.parents();
      for (String parent : parents) {
        table.append(entry.getKey()).append('\t').append(parent).append('\t');
        table.append(names).append('\n');
      }
    }
    AtomicFile.write(output, table.toString());
    return wanted.size();
  }

  private static Map<String, Synset> read(Path file) {
    Map<String, Synset> synsets = new LinkedHashMap<>();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      // The licence precedes the synsets, its lines indented by two blanks.
      if (!lines.get(i).startsWith("  ") && !lines.get(i).isBlank()) {
        try {
          String[] fields = lines.get(i).split(" ", -1);
          synsets.put("n" + fields[0], synset(fields));
        } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
          throw new FalconException(
              file + ": line " + (i + 1) + ": is no synset of WordNet's data.noun", e);
        }
      }
    }
    if (synsets.isEmpty()) {
      throw new FalconException(file + ": holds no synset of WordNet's data.noun");
    }
    return synsets;
  }

  /**
   * Parses a synset from its fields: offset, file, type, the number of words, the words, the number
   * of pointers, the pointers.
   */
  private static Synset synset(String[] fields) {
    int words = Integer.parseInt(fields[3], HEXADECIMAL);
    List<String> names = new ArrayList<>();
    for (int word = 0; word < words; word++) {
      names.add(fields[4 + 2 * word].replace('_', ' '));
    }
    int at = 4 + 2 * words;
    int pointers = Integer.parseInt(fields[at]);
    List<String> parents = new ArrayList<>();
    for (int pointer = 0; pointer < pointers; pointer++) {
      String symbol = fields[at + 1 + 4 * pointer];
      if (symbol.equals("@") || symbol.equals("@i")) {
        parents.add("n" + fields[at + 2 + 4 * pointer]);
      }
    }
    return new Synset(names, parents);
  }

  private static Set<String> above(Map<String, Synset> synsets, Path classes, Path dataNoun) {
    Set<String> wanted = new LinkedHashSet<>();
    List<String> open = new ArrayList<>();
    for (String line : lines(classes)) {
      String id = line.strip();
      if (!id.isEmpty() && !synsets.containsKey(id)) {
        throw new FalconException(
            classes + ": '" + id + "' is no noun of " + dataNoun + "; such as n02084071 is one");
      }
      if (!id.isEmpty()) {
        open.add(id);
      }
    }
    while (!open.isEmpty()) {
      String id = open.remove(open.size() - 1);
      if (wanted.add(id)) {
        open.addAll(synsets.get(id).parents());
      }
    }
    return wanted;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read as text: " + e.getMessage(), e);
    }
  }
}
