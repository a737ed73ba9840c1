// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.plan.ListKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lists of negatives in a trainer's form.
 *
 * @param columns the form
 * @param file the output
 * @param format the format of a table; ignored by other forms
 * @param count the number of negatives per list
 * @param texts whether triplet, n-tuple and labeled-pair hold texts, for sentence-transformers,
 *     instead of keys
 * @param scores whether scores are written, if they are optional in the form
 * @param judged whether a judge's scores replace cosines
 * @param imagePath the pattern of the pictures' paths, such as {@code images/{key}.jpg}
 * @param direction the sides of the lists
 */
public record ListLayout(
    ListColumns columns,
    Path file,
    TableFormat format,
    int count,
    boolean texts,
    boolean scores,
    boolean judged,
    Optional<String> imagePath,
    SearchDirection direction)
    implements ListOutput {
  private static final String PROVENANCE = "falcon.provenance";
  private static final String DOCUMENTS = ".corpus.jsonl";
  private static final String POOL = ".pool.jsonl";
  private static final String FOLDER = ".corpus";

  public ListLayout {
    if (columns == ListColumns.LABELED_LIST && !texts) {
      throw new RequestException("labeled-list is a form of texts; ask for texts, too");
    }
    if (columns == ListColumns.UNIME && count % 2 != 0) {
      throw new RequestException("unime needs an even number of negatives; num-negatives=" + count);
    }
    if (textsOnly(columns) && direction != SearchDirection.TEXT_TEXT) {
      throw new RequestException(
          columns.label() + " takes texts alone; direction=" + direction.label());
    }
    boolean pictured =
        contentful(columns, texts)
            && (direction.queries() == SearchDirection.Side.IMAGE
                || direction.corpus() == SearchDirection.Side.IMAGE);
    if (pictured && imagePath.isEmpty()) {
      throw new RequestException(
          columns.label()
              + " names pictures by their paths; give their path, such as images/{key}.jpg");
    }
    if (!pictured && imagePath.isPresent()) {
      throw new RequestException(
          "lists with columns="
              + columns.label()
              + (contentful(columns, texts) ? " and direction=" + direction.label() : "")
              + " name no pictures by path; omit image-path");
    }
    if (texts && !columns.isOfSentences()) {
      throw new RequestException(
          columns.label() + " is the same with texts and without them; omit texts");
    }
    if (scores && keyed(columns, texts)) {
      throw new RequestException("lists by key always have scores; omit output-scores");
    }
    if (scores && !hasOptionalScores(columns)) {
      throw new RequestException(
          columns.label() + " is the same with scores and without them; omit output-scores");
    }
    if (columns.form() != ListColumns.Form.TABLE && isNamedAsTable(file)) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "%s: %s is not a table; name a file that ends in .%s",
              file,
              columns.label(),
              columns.extension()));
    }
  }

  /**
   * Returns whether a file has the extension of a table. Readers choose the format by it, and would
   * fail on JSON or text.
   */
  private static boolean isNamedAsTable(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return Stream.of(TableFormat.PARQUET, TableFormat.ARROW, TableFormat.CSV)
        .anyMatch(format -> name.endsWith("." + format.label()));
  }

  /** Returns whether the lists are by key, for joins with other data. */
  private static boolean keyed(ListColumns columns, boolean texts) {
    return !texts && columns.isOfSentences();
  }

  /** Returns whether the form has scores only if they are asked for. */
  private static boolean hasOptionalScores(ListColumns columns) {
    return columns.isOfSentences()
        || columns == ListColumns.IDS
        || columns == ListColumns.FLAGEMBEDDING;
  }

  private static boolean textsOnly(ListColumns columns) {
    return switch (columns) {
      case FLAGEMBEDDING, NEMO, NEMO_INLINE -> true;
      default -> false;
    };
  }

  /** Returns whether the form holds texts and pictures, not only keys. */
  private static boolean contentful(ListColumns columns, boolean texts) {
    return !keyed(columns, texts) && columns != ListColumns.IDS && columns != ListColumns.TREC;
  }

  /** Refuses stores that lack the texts for the form, or have pictures that it cannot name. */
  public void requireTexts(CorpusRequest.Sides sides) {
    if (contentful(columns, texts) && sides.haveImagePairs()) {
      throw new RequestException(
          (sides.queries().hasImagePairs() ? sides.queries() : sides.corpus()).folder()
              + ": holds pairs of images, and columns="
              + columns.label()
              + " would give both one path; lists of it can name keys only");
    }
    boolean asks =
        direction.queries() == SearchDirection.Side.TEXT && !sides.queries().hasCaptions();
    boolean answers =
        direction.corpus() == SearchDirection.Side.TEXT && !sides.corpus().hasCaptions();
    if (contentful(columns, texts) && (asks || answers)) {
      throw new RequestException(
          (asks ? sides.queries() : sides.corpus()).folder()
              + ": holds no captions, so lists of it can name keys only");
    }
  }

  @Override
  public Map<String, Object> options() {
    Map<String, Object> options = new TreeMap<>();
    options.put("columns", columns.label());
    options.put("texts", texts);
    options.put("output-scores", scores);
    imagePath.ifPresent(path -> options.put("image-path", path));
    if (columns.form() == ListColumns.Form.TABLE) {
      options.put("output-format", format.label());
    }
    return options;
  }

  @Override
  public List<Path> beside() {
    List<Path> beside = new ArrayList<>();
    if (!keyed(columns, texts)) {
      beside.add(ListKeys.beside(file));
    }
    switch (columns) {
      case TEVATRON -> beside.add(CorpusFiles.beside(file, DOCUMENTS));
      case MBEIR -> beside.add(CorpusFiles.beside(file, POOL));
      case NEMO -> beside.addAll(CorpusFiles.ofNemo(CorpusFiles.beside(file, FOLDER)));
      default -> {}
    }
    return beside;
  }

  @Override
  public boolean needsPositives() {
    return !keyed(columns, texts)
        && columns != ListColumns.TREC
        && columns != ListColumns.LABELED_PAIR;
  }

  @Override
  public Sink begin(Provenance provenance, Iterable<ListedItem> corpus) {
    Map<String, String> metadata = Map.of(PROVENANCE, Json.line(provenance));
    ListContents contents = new ListContents(direction, imagePath, judged);
    Sink lists = begin(contents, metadata, corpus);
    return keyed(columns, texts)
        ? lists
        : new ListsWithKeys(lists, KeyedLists.beside(file, metadata));
  }

  private Sink begin(
      ListContents contents, Map<String, String> metadata, Iterable<ListedItem> corpus) {
    TrainerRows rows = new TrainerRows(contents, count, scores);
    return switch (columns) {
      case TRIPLET, N_TUPLE, LABELED_PAIR, LABELED_LIST ->
          texts
              ? new TextLists(
                  new SentenceTable(
                      SentenceColumns.of(columns.label()), count, scores, file, format, metadata),
                  contents)
              : new KeyedLists(columns, count, file, format, metadata);
      case IDS, VLM2VEC, MME5 ->
          new TableLists(columns, count, scores, contents, file, format, metadata);
      case FLAGEMBEDDING -> lines(rows::flagEmbedding);
      case TEVATRON -> {
        CorpusFiles.lines(CorpusFiles.beside(file, DOCUMENTS), corpus, rows::tevatronDocument);
        yield lines(rows::tevatron);
      }
      case UNIME -> new JsonLists(file, JsonLists.Frame.ARRAY, rows::unime);
      case NEMO -> nemo(contents, rows, corpus);
      case NEMO_INLINE -> lines(rows::nemoInline);
      case SWIFT -> lines(rows::swift);
      case MBEIR -> {
        CorpusFiles.lines(CorpusFiles.beside(file, POOL), corpus, rows::mbeirCandidate);
        yield lines(rows::mbeir);
      }
      case TREC -> new TrecRun(file, contents);
    };
  }

  private Sink lines(Function<MinedList, List<Map<String, Object>>> rows) {
    return new JsonLists(file, JsonLists.Frame.LINES, rows);
  }

  private Sink nemo(ListContents contents, TrainerRows rows, Iterable<ListedItem> corpus) {
    Path folder = CorpusFiles.beside(file, FOLDER);
    CorpusFiles.nemo(folder, corpus, contents);
    String name = folder.getFileName().toString();
    String opening =
        "{\"corpus\":" + Json.line(List.of(Map.of("path", "./" + name))) + ",\n\"data\":[\n";
    UniqueNames names = new UniqueNames();
    return new JsonLists(
        file,
        new JsonLists.Frame(opening, ",\n", "\n]}\n"),
        list -> rows.nemo(list, name, names.of(list.query().key())));
  }

  /** Numbers the lists of a query that has one per positive. */
  private static final class UniqueNames {
    private String last = "";
    private int number;

    String of(String key) {
      number = key.equals(last) ? number + 1 : 0;
      last = key;
      return number == 0 ? key : key + "-" + number;
    }
  }
}
