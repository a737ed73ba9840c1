// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Resources;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.taxonomy.ImageFolderList.Photograph;
import dev.falcon.data.work.OutputKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Prepares a folder of labelled photographs for a comparison of policies: training pairs and
 * held-out pairs whose captions are drawn from a taxonomy, so that every match is known, all
 * photographs with their classes for the supervised warm start, and a vocabulary. Selected
 * photographs are copied unchanged. An interrupted run resumes; existing files are kept.
 */
public final class ImageFolders {
  private static final String SUMMARY = "photographs.json";

  /** The file that takes the summary's place until everything is prepared. It holds the options. */
  private static final String UNFINISHED = "photographs.unfinished.json";

  /** Recognises a folder of prepared photographs. */
  public static final OutputKind KIND =
      OutputKind.of(
          "prepared photographs",
          OutputKind.json(SUMMARY, "/options/held-captions", ""),
          OutputKind.json(UNFINISHED, "/options/held-captions", ""));

  private static final int SHARD = 1000;

  private static final Set<String> CIFAR_10 =
      Set.of(
          "airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck");

  private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");

  private ImageFolders() {}

  /**
   * Prepares the data.
   *
   * @throws RequestException if there are too few photographs or classes, or the folder holds other
   *     data
   * @throws FalconException if the taxonomy is invalid or lacks a class
   */
  public static ImageFoldersResult prepare(ImageFoldersRequest request, Progress progress) {
    List<Path> inputs = new ArrayList<>(List.of(request.folder()));
    request.taxonomy().ifPresent(inputs::add);
    KIND.require(request.output(), inputs);
    Path summary = request.output().resolve(SUMMARY);
    Map<String, String> options = options(request);
    if (Folders.exists(summary)) {
      ImageFoldersResult done = Json.read(summary, ImageFoldersResult.class);
      if (done.options().equals(options)) {
        Folders.remove(
            request.output().resolve(UNFINISHED)); // a run was stopped before it could do so
        return done;
      }
      if (!request.overwrite()) {
        throw new RequestException(
            request.output()
                + ": holds photographs of other options, "
                + done.options()
                + "; name another folder, or overwrite them");
      }
    }
    ImageFolderList list = ImageFolderList.of(request);
    Path out = request.output();
    Json.write(out.resolve(UNFINISHED), Map.of("options", options));
    Folders.remove(summary);
    Path table = taxonomy(request, list.classes());
    Taxonomy taxonomy = Taxonomy.read(table);
    List<Photograph> pairs = list.train().subList(0, request.pairs());
    TaxonomyResult train = caption(request, table, "train", pairs, 1, progress);
    TaxonomyResult held =
        caption(request, table, "held", list.held(), request.heldCaptions(), progress);
    Path labelled = out.resolve("labelled.csv");
    write(labelled, request.folder(), list.train());
    Path vocabulary = out.resolve("vocab.txt");
    AtomicFile.write(
        vocabulary,
        String.join("\n", vocabulary(taxonomy, list.classes(), request.rules())) + "\n");
    ImageFoldersResult result =
        new ImageFoldersResult(
            options,
            out.resolve("train").toString(),
            out.resolve("train/truth").toString(),
            out.resolve("held").toString(),
            out.resolve("held/truth").toString(),
            labelled.toString(),
            vocabulary.toString(),
            list.classes().size(),
            list.train().size(),
            train.meanMatches(),
            held.meanMatches());
    Json.write(summary, result);
    Folders.remove(out.resolve(UNFINISHED));
    return result;
  }

  private static Map<String, String> options(ImageFoldersRequest request) {
    CaptionRules rules = request.rules();
    Map<String, String> options = new TreeMap<>();
    options.put("folder", request.folder().toAbsolutePath().normalize().toString());
    options.put("taxonomy", request.taxonomy().map(Path::toString).orElse(""));
    options.put("pairs", Integer.toString(request.pairs()));
    options.put("held-images", Integer.toString(request.heldImages()));
    options.put("held-captions", Integer.toString(request.heldCaptions()));
    options.put("generality", Double.toString(rules.generality()));
    options.put("most-true", Double.toString(rules.mostTrue()));
    options.put("colours", Double.toString(rules.colours()));
    options.put("templates", String.join("; ", rules.templates()));
    options.put("seed", Long.toString(rules.seed()));
    return options;
  }

  /** Returns the taxonomy's table: the user's, WordNet's, or CIFAR-10's. */
  private static Path taxonomy(ImageFoldersRequest request, Set<String> classes) {
    if (request.taxonomy().isPresent()) {
      return request.taxonomy().get();
    }
    Path table = request.output().resolve("taxonomy.tsv");
    if (classes.stream().allMatch(kind -> kind.matches("n[0-9]{8}"))) {
      Path nouns = request.wordNet().resolve("data.noun");
      if (!Folders.exists(nouns)) {
        throw new RequestException(
            nouns
                + ": there is no such file; the classes are WordNet's, so name the folder of"
                + " WordNet 3.0's data.noun, or a table of kinds");
      }
      Path wanted = request.output().resolve("classes.txt");
      AtomicFile.write(wanted, String.join("\n", classes) + "\n");
      WordNetNouns.convert(nouns, Optional.of(wanted), table);
      return table;
    }
    if (!CIFAR_10.containsAll(classes)) {
      throw new RequestException(
          request.folder()
              + ": its classes, such as "
              + classes.iterator().next()
              + ", are neither WordNet's identifiers nor CIFAR-10's; name a table of kinds");
    }
    AtomicFile.write(table, Resources.text(ImageFolders.class, "cifar-10.tsv"));
    return table;
  }

  private static TaxonomyResult caption(
      ImageFoldersRequest request,
      Path table,
      String name,
      List<Photograph> photographs,
      int captions,
      Progress progress) {
    Path list = request.output().resolve(name + ".csv");
    write(list, request.folder(), photographs);
    Path output = request.output().resolve(name);
    CaptionRules rules = request.rules();
    return TaxonomyConverter.convert(
        new TaxonomyRequest(
            new ConversionRequest(
                SampleSources.open(
                    list.toString(), SourceOptions.DEFAULTS.withImageRoot(request.folder())),
                Map.of(),
                output,
                ConversionRequest.Format.PARQUET,
                SHARD,
                // Started with these options, and incomplete while there is no summary.
                true),
            table,
            new CaptionRules(
                captions,
                rules.generality(),
                rules.mostTrue(),
                rules.templates(),
                rules.seed(),
                rules.colours()),
            Optional.of(TableFormat.PARQUET)),
        progress);
  }

  private static void write(Path file, Path folder, List<Photograph> photographs) {
    try (TableWriter table =
        TableWriter.create(
            file,
            TableFormat.CSV,
            TableSchema.of(
                TableSchema.required("key", ColumnType.UTF8),
                TableSchema.required("image", ColumnType.UTF8)),
            Map.of("folder", folder.toString()))) {
      photographs.forEach(p -> table.setString(0, p.key()).setString(1, p.path()).endRow());
      table.commit();
    }
  }

  /**
   * Returns the special tokens, and all words of all names, templates and colours in lower case.
   */
  private static List<String> vocabulary(
      Taxonomy taxonomy, Set<String> classes, CaptionRules rules) {
    Set<String> words = new TreeSet<>(Set.of("a", "an"));
    List<String> texts = new ArrayList<>(rules.templates());
    texts.addAll(rules.colours() > 0 ? CaptionRules.colourWords() : List.of());
    classes.forEach(kind -> texts.addAll(taxonomy.trueNames(kind)));
    for (String text : texts) {
      String bare = text.replace("{a}", " ").replace("{c}", " ").toLowerCase(Locale.ROOT);
      for (String word : bare.split("(?<=\\W)|(?=\\W)", -1)) {
        if (!word.isBlank()) {
          words.add(word);
        }
      }
    }
    List<String> vocabulary = new ArrayList<>(SPECIAL);
    vocabulary.addAll(words);
    return vocabulary;
  }
}
