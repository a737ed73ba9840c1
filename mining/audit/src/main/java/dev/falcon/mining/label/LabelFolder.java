// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.verify.FolderRecord;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of labels: the order of the pairs, each annotator's journal, and the pictures to show.
 *
 * @param path the path of the folder, which holds an order
 */
public record LabelFolder(Path path) {
  /** The order's file. */
  public static final String ORDER_FILE = "order.parquet";

  /** The labels as a table of truth, one line per pair. */
  public static final String TRUTH_FILE = "truth.jsonl";

  private static final OutputKind KIND =
      OutputKind.of("labels", folder -> LabelOrder.isOne(folder.resolve(ORDER_FILE)));

  private static final Pattern ANNOTATOR = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,63}");

  /** Returns whether a folder holds an order. */
  public static boolean isHere(Path folder) {
    return Folders.isFile(folder.resolve(ORDER_FILE));
  }

  /**
   * Refuses a folder that is not for labels. Nothing is written.
   *
   * @param inputs the files and folders that are read
   * @throws RequestException if the folder holds other files, or an input
   */
  public static void require(Path folder, Collection<Path> inputs) {
    KIND.require(folder, inputs);
  }

  /**
   * Opens a folder that holds an order.
   *
   * @throws RequestException if the folder holds no order
   */
  public static LabelFolder open(Path folder) {
    if (!isHere(folder)) {
      throw new RequestException(
          folder + ": has no " + ORDER_FILE + "; name a folder that falcon label has written");
    }
    return new LabelFolder(folder);
  }

  /**
   * Creates a folder for an order, or opens it if it holds the order of the same design.
   *
   * @throws RequestException if the folder holds another order, whose answers would not count
   */
  public static LabelFolder begin(Path folder, LabelOrder order) {
    if (isHere(folder)) {
      LabelDesign there = LabelOrder.read(folder.resolve(ORDER_FILE)).design();
      if (!there.equals(order.design())) {
        throw new RequestException(
            String.format(
                Locale.ROOT,
                "%s: holds the order of other pairs (%s, judge %s, seed %d); name another folder"
                    + " for %s, judge %s, seed %d",
                folder.resolve(ORDER_FILE),
                there.negatives(),
                there.judge() == null ? "none" : there.judge(),
                there.seed(),
                order.design().negatives(),
                order.design().judge() == null ? "none" : order.design().judge(),
                order.design().seed()));
      }
      return new LabelFolder(folder);
    }
    Folders.make(folder);
    order.write(folder.resolve(ORDER_FILE));
    record(folder, order.design());
    return new LabelFolder(folder);
  }

  /** Records the folder. Only the order has a digest, since answers are added later. */
  private static void record(Path folder, LabelDesign design) {
    Map<String, Object> options = new TreeMap<>();
    options.put("kind", design.kind());
    options.put("quantile", design.quantile());
    options.put("judge", design.judge() == null ? "none" : design.judge());
    options.put("draw-sha256", design.draw()); // an audit's table changes where labels go into it
    RecordFile.write(
        folder.resolve(RecordedOutput.PROVENANCE),
        FolderRecord.of("falcon_labels", Provenance.of("label", design.seed(), options, List.of())),
        List.of(folder.resolve(ORDER_FILE)));
  }

  /** Returns the files that decide the result. */
  public List<Provenance.Input> inputs() {
    return Stream.concat(Stream.of(path.resolve(ORDER_FILE)), journals().stream())
        .map(Provenance.Input::of)
        .toList();
  }

  /** Returns the order of the pairs. */
  public LabelOrder order() {
    return LabelOrder.read(path.resolve(ORDER_FILE));
  }

  /**
   * Returns the answers of all annotators, by annotator and in the order in which each gave them.
   */
  public List<LabelAnswer> answers(LabelOrder order) {
    String digest = order.digest();
    List<LabelAnswer> answers = new ArrayList<>();
    for (Path journal : journals()) {
      answers.addAll(LabelJournal.read(journal, digest));
    }
    return answers;
  }

  /** Returns the journals, by name. */
  public List<Path> journals() {
    try (Stream<Path> files = Folders.files(path).stream()) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(LabelJournal.SUFFIX))
          .filter(file -> !file.endsWith(TRUTH_FILE))
          .sorted()
          .toList();
    }
  }

  /** Returns the file of an annotator's answers. */
  public Path journal(String annotator) {
    if (!ANNOTATOR.matcher(annotator).matches()
        || TRUTH_FILE.equals(annotator + LabelJournal.SUFFIX)) {
      throw new RequestException(
          "an annotator's name has letters, digits, '.', '_' and '-', and is not 'truth'; '"
              + annotator
              + "'");
    }
    return path.resolve(annotator + LabelJournal.SUFFIX);
  }

  /**
   * Runs work that adds to an annotator's journal. No other process adds to it at the same time.
   */
  public void adding(String annotator, Consumer<LabelJournal> work) {
    Path file = journal(annotator);
    FolderLock.beside(
        file,
        () -> {
          try (LabelJournal journal = LabelJournal.open(file)) {
            work.accept(journal);
          }
          return file;
        });
  }

  /**
   * Adds answers that were given elsewhere to their annotators' journals, except those that are
   * there already.
   *
   * @param file the file of answers, one per line, in the form of a journal
   * @return the number of added answers
   */
  public int merge(Path file, LabelOrder order) {
    Map<String, List<LabelAnswer>> byAnnotator = new TreeMap<>();
    for (LabelAnswer answer : LabelJournal.read(file, order.digest())) {
      journal(answer.annotator()); // refuses a name that no journal can have
      byAnnotator.computeIfAbsent(answer.annotator(), name -> new ArrayList<>()).add(answer);
    }
    begin(path, order);
    int added = 0;
    for (Map.Entry<String, List<LabelAnswer>> answers : byAnnotator.entrySet()) {
      Path journal = journal(answers.getKey());
      List<LabelAnswer> missing = new ArrayList<>(answers.getValue());
      adding(
          answers.getKey(),
          open -> {
            missing.removeAll(LabelJournal.read(journal, order.digest()));
            missing.forEach(open::add);
          });
      added += missing.size();
    }
    return added;
  }

  /** Returns the folder of the pictures to show. */
  public Path images() {
    return path.resolve("images");
  }

  /**
   * Refuses labels of pairs other than these.
   *
   * @param drawn the pairs of an audit
   */
  public void requireDraw(LabelOrder order, List<LabelPair> drawn) {
    if (!order.design().draw().equals(LabelDesign.digest(drawn))) {
      throw new FalconException(
          path
              + ": the labels are for other pairs than those that are audited ("
              + order.design().negatives()
              + "); audit with the options and data of the audit that was labelled");
    }
  }
}
