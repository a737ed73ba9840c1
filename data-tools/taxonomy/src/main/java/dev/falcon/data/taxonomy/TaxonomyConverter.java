// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.conversion.Conversion;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.conversion.DatasetConverter;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.sample.TruePairs;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.work.FolderLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Converts labelled images to an image-caption dataset whose captions name the image's class at a
 * random level of generality, and lists all matching pairs. A caption is true of an image if it
 * names the image's class or one of its ancestors and, if it names a colour, the image's colour.
 * Kinds with the same name are equivalent, since a text cannot distinguish them.
 *
 * <p>The dataset is read twice, the first time for its labels. The key and class of each image are
 * held in memory for the list of pairs, which is streamed. An interrupted run resumes.
 */
public final class TaxonomyConverter {
  /** Above this number of pairs, the list of true pairs would take many gigabytes. */
  private static final long MOST_PAIRS = 1_000_000_000L;

  /** The folder of the list of true pairs, in the dataset's. */
  private static final String TRUTH = "truth";

  private TaxonomyConverter() {}

  /**
   * Writes the dataset and the list.
   *
   * @throws FalconException if the taxonomy is invalid or lacks a class; in this case nothing is
   *     written
   */
  public static TaxonomyResult convert(TaxonomyRequest request, Progress progress) {
    DatasetConverter.requirePlace(request.conversion());
    return DatasetConverter.replacement(folder -> TruePairs.delete(folder.resolve(TRUTH)))
        .of(
            request.conversion().output(),
            request.conversion().overwrite(),
            place -> converted(request.into(place), progress));
  }

  private static TaxonomyResult converted(TaxonomyRequest request, Progress progress) {
    Taxonomy taxonomy = Taxonomy.read(request.table());
    SampleSource labelled = request.conversion().source();
    LabelledImages read =
        LabelledImages.of(
            labelled,
            taxonomy,
            request.table().toString(),
            request.rules().colours() > 0,
            progress);
    ClassCaptionSampler sampler = new ClassCaptionSampler(taxonomy, request.rules(), read);
    long pairs = countPairs(read, taxonomy, sampler, request.rules().captionsPerImage());
    if (request.truth().isPresent() && pairs > MOST_PAIRS) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "%,d pairs match, too many to be listed; write no list, or name no kinds of so large"
                  + " a share of the images",
              pairs));
    }
    Conversion conversion = convert(request, read, sampler, progress);
    LabelledImages images = written(request, read, conversion);
    if (images.classOf().size() < read.classOf().size()) {
      pairs = countPairs(images, taxonomy, sampler, request.rules().captionsPerImage());
    }
    if (request.truth().isPresent()) {
      FolderLock.holding(
          request.conversion().output(),
          () -> write(request, images, taxonomy, sampler, conversion.provenance(), progress));
    }
    Set<String> classes = new TreeSet<>(images.classOf().values());
    Set<String> withoutImages = new TreeSet<>(taxonomy.leaves());
    withoutImages.removeAll(classes);
    long captions = (long) images.classOf().size() * request.rules().captionsPerImage();
    return new TaxonomyResult(
        conversion,
        classes.size(),
        List.copyOf(withoutImages),
        classes.stream().filter(kind -> taxonomy.parents(kind).isEmpty()).toList(),
        pairs,
        (double) pairs / captions - 1,
        request.truth().isPresent());
  }

  /** Returns the images without those whose labels were read but which were not written. */
  private static LabelledImages written(
      TaxonomyRequest request, LabelledImages read, Conversion conversion) {
    if (conversion.samples() == read.classOf().size()) {
      return read;
    }
    if (conversion.samples() == 0) {
      throw new FalconException(
          request.conversion().source().name() + ": holds no image that can be read");
    }
    return read.in(
        SampleSources.open(request.conversion().output().toString(), SourceOptions.DEFAULTS));
  }

  private static long countPairs(
      LabelledImages images, Taxonomy taxonomy, ClassCaptionSampler sampler, int captionsPerImage) {
    Map<String, Long> imagesByMeaning = images.imagesByMeaning(taxonomy);
    long pairs = 0;
    for (Map.Entry<String, String> image : images.classOf().entrySet()) {
      for (int i = 0; i < captionsPerImage; i++) {
        pairs += imagesByMeaning.get(sampler.draw(image.getKey(), i, image.getValue()).meaning());
      }
    }
    return pairs;
  }

  private static Conversion convert(
      TaxonomyRequest request,
      LabelledImages images,
      ClassCaptionSampler sampler,
      Progress progress) {
    ConversionRequest asked = request.conversion();
    CaptionRules rules = request.rules();
    Map<String, Object> options = new TreeMap<>(asked.options());
    options.put("captions-per-image", rules.captionsPerImage());
    options.put("generality", rules.generality());
    options.put("most-true", rules.mostTrue());
    options.put("templates", rules.templates());
    options.put("seed", rules.seed());
    if (rules.colours() > 0) {
      options.put("colours", rules.colours());
    }
    CaptionedSource source =
        new CaptionedSource(
            asked.source(), images, sampler, rules.captionsPerImage(), request.table());
    Path truth = asked.output().resolve(TRUTH);
    if (!asked.overwrite()
        && DatasetConverter.isComplete(asked.output())
        && request.truth().isPresent()
        && !Folders.exists(truth.resolve(TruePairs.MEANING))) {
      Conversion done =
          Json.read(asked.output().resolve(DatasetConverter.SUMMARY), Conversion.class);
      if (done.provenance().inputs().equals(Provenance.Input.as(InputRole.DATA, source.inputs()))
          && options.keySet().stream()
              .allMatch(
                  name ->
                      Json.line(options.get(name))
                          .equals(Json.line(done.provenance().options().get(name))))) {
        return done;
      }
    }
    if (asked.overwrite() && DatasetConverter.isComplete(asked.output())) {
      TruePairs.delete(truth);
    }
    return DatasetConverter.convert(
        new ConversionRequest(
            source,
            options,
            asked.output(),
            asked.format(),
            asked.samplesPerShard(),
            asked.overwrite()),
        progress);
  }

  /** Writes the list; returns its number of pairs. */
  private static long write(
      TaxonomyRequest request,
      LabelledImages images,
      Taxonomy taxonomy,
      ClassCaptionSampler sampler,
      Provenance provenance,
      Progress progress) {
    Map<String, List<String>> keysByMeaning = new HashMap<>();
    images
        .classOf()
        .forEach(
            (key, kind) ->
                images
                    .meanings(key, kind, taxonomy)
                    .forEach(
                        meaning ->
                            keysByMeaning
                                .computeIfAbsent(meaning, m -> new ArrayList<>())
                                .add(key)));
    int perImage = request.rules().captionsPerImage();
    try (Progress.Task task = progress.begin("listing", images.classOf().size(), "images");
        TruePairs pairs =
            TruePairs.create(
                request.conversion().output().resolve(TRUTH), request.truth().orElseThrow())) {
      images
          .classOf()
          .forEach(
              (key, kind) -> {
                for (int i = 0; i < perImage; i++) {
                  String text = Scenes.textKey(key, i, perImage);
                  keysByMeaning
                      .get(sampler.draw(key, i, kind).meaning())
                      .forEach(image -> pairs.add(image, text));
                }
                task.advance(1);
              });
      return pairs.commit(provenance);
    }
  }
}
