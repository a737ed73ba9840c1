// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.DataHash;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.CsvRecords;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.eval.internal.vectors.DotProducts;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.LooseImages;
import dev.falcon.eval.internal.vectors.ShardRows;
import dev.falcon.eval.metric.JaccardScores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** WinoGAViL: the choice of the candidate pictures that belong to a cue. */
final class WinogavilTask implements TaskRunner {
  private static final String TABLE = "winogavil_dataset.csv";
  private static final String IMAGES = "winogavil_images";
  private static final ConvertOrder ORDER = ConvertOrder.RESIZE_THEN_RGB;

  private final Path folder;
  private final List<Instance> instances = new ArrayList<>();
  private final List<Reject> rejects = new ArrayList<>();

  private record Instance(String id, String cue, List<String> candidates, Set<String> associated) {
    /** Returns the cue with its article, which is chosen by the first letter. */
    String prompt() {
      String lower = cue.toLowerCase(Locale.ROOT);
      boolean vowel = !lower.isEmpty() && "aeiou".indexOf(lower.charAt(0)) >= 0;
      return (vowel ? "An " : "A ") + lower;
    }
  }

  WinogavilTask(Path folder) {
    this.folder = folder;
    readTable();
  }

  private void readTable() {
    Path table = folder.resolve(TABLE);
    try (CsvRecords records = new CsvRecords(table, ',')) {
      List<String> header = records.next().orElse(List.of());
      if (!header.containsAll(List.of("cue", "candidates", "associations"))) {
        throw new FalconException(
            table + ": must have the columns cue, candidates and associations; has " + header);
      }
      int number = 1;
      for (Optional<List<String>> next = records.next(); next.isPresent(); next = records.next()) {
        List<String> record = next.get();
        number++;
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < Math.min(header.size(), record.size()); i++) {
          fields.put(header.get(i), record.get(i));
        }
        addInstance(fields, fields.getOrDefault("ID", "record " + number));
      }
    } catch (IOException e) {
      throw new FalconException(table + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private void addInstance(Map<String, String> fields, String id) {
    List<String> candidates = strings(fields.get("candidates"));
    List<String> associated = strings(fields.get("associations"));
    String cue = fields.get("cue");
    if (cue == null || candidates.isEmpty() || associated.isEmpty()) {
      rejects.add(
          new Reject(TABLE, id, "needs a cue and JSON lists of candidates and associations"));
    } else if (!candidates.containsAll(associated)) {
      rejects.add(new Reject(TABLE, id, "an association is not among the candidates"));
    } else {
      instances.add(new Instance(id, cue, candidates, Set.copyOf(associated)));
    }
  }

  /** Returns the strings of a JSON list; empty if the text is not one. */
  private static List<String> strings(String json) {
    List<String> strings = new ArrayList<>();
    try {
      JsonNode list = Json.mapper().readTree(json == null ? "" : json);
      if (list != null && list.isArray()) {
        list.forEach(element -> strings.add(element.asText()));
      }
    } catch (JsonProcessingException e) {
      return List.of();
    }
    return strings;
  }

  @Override
  public List<Provenance.Input> inputs(FileHashes hashes) {
    List<Provenance.Input> inputs = new ArrayList<>();
    inputs.add(hashes.input(TABLE, folder.resolve(TABLE)));
    Optional<ShardFolder> tars = tars();
    if (tars.isPresent()) {
      inputs.addAll(tars.get().inputs(hashes));
      return inputs;
    }
    for (String candidate : candidates()) {
      Path image = image(candidate);
      if (Folders.isFile(image)) {
        inputs.add(hashes.input(IMAGES + "/" + image.getFileName(), image));
      }
    }
    return inputs;
  }

  @Override
  public List<Prompts> prompts() {
    return List.of();
  }

  @Override
  public Outcome run(Tools tools) {
    Map<String, float[]> images = embedImages(tools);
    Map<String, float[]> cues = embedCues(tools);
    JaccardScores scores = new JaccardScores();
    List<SampleOutcomes.One> outcomes = new ArrayList<>();
    for (Instance instance : instances) {
      String missing =
          instance.candidates().stream()
              .filter(candidate -> !images.containsKey(candidate))
              .findFirst()
              .orElse(null);
      if (missing == null) {
        double value = score(instance, images, cues, scores);
        String first = instance.candidates().get(0);
        outcomes.add(new SampleOutcomes.One(instance.id(), first, value));
      } else {
        rejects.add(
            new Reject(TABLE, instance.id(), "no usable image " + image(missing).getFileName()));
      }
    }
    if (scores.count() == 0) {
      throw new FalconException(folder + ": holds no usable instance; " + Reject.why(rejects));
    }
    return Outcome.withoutClasses(
        scores.metrics(), scores.count(), scores.tieBudget(), rejects, outcomes);
  }

  private static double score(
      Instance instance,
      Map<String, float[]> images,
      Map<String, float[]> cues,
      JaccardScores scores) {
    List<String> candidates = instance.candidates();
    float[][] vectors = candidates.stream().map(images::get).toArray(float[][]::new);
    float[][] cue = {cues.get(instance.prompt())};
    boolean[] associated = new boolean[candidates.size()];
    for (int i = 0; i < associated.length; i++) {
      associated[i] = instance.associated().contains(candidates.get(i));
    }
    return scores.add(new DotProducts(vectors, cue[0].length).with(cue, 1)[0], associated);
  }

  private Map<String, float[]> embedCues(Tools tools) {
    List<String> prompts = instances.stream().map(Instance::prompt).distinct().toList();
    float[][] vectors = tools.embedder().embedTexts(prompts);
    Map<String, float[]> cues = new HashMap<>();
    for (int i = 0; i < vectors.length; i++) {
      cues.put(prompts.get(i), vectors[i]);
    }
    return cues;
  }

  private Map<String, float[]> embedImages(Tools tools) {
    String hash = DataHash.of(inputs(tools.hashes()));
    Map<String, float[]> vectors = new LinkedHashMap<>();
    try (Progress.Task progress =
        tools.progress().begin("winogavil", candidates().size(), "images")) {
      for (ShardRows rows : rows(tools, hash, progress)) {
        rows.rows().forEach(row -> vectors.put(row.key(), row.vector()));
        rejects.addAll(rows.rejects());
      }
    }
    return vectors;
  }

  private Set<String> candidates() {
    Set<String> candidates = new LinkedHashSet<>();
    instances.forEach(instance -> candidates.addAll(instance.candidates()));
    return candidates;
  }

  private List<ShardRows> rows(TaskRunner.Tools tools, String hash, Progress.Task progress) {
    List<ShardRows> rows = new ArrayList<>();
    Optional<ShardFolder> tars = tars();
    if (tars.isPresent()) {
      for (int shard = 0; shard < tars.get().shards(); shard++) {
        rows.add(tars.get().rows(shard, ORDER, Map.of(), tools, progress));
      }
    } else {
      SampleSource images = new LooseImages(folder.resolve(IMAGES), candidates());
      rows.add(tools.images().rows(images, 0, hash, ORDER, Map.of(), progress));
    }
    return rows;
  }

  /** Returns the images as converted shards; empty if they are single files. */
  private Optional<ShardFolder> tars() {
    Path images = folder.resolve(IMAGES);
    return Folders.isFolder(images) ? ShardFolder.converted(images) : Optional.empty();
  }

  private Path image(String candidate) {
    return folder.resolve(IMAGES).resolve(candidate + ".jpg");
  }
}
