// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.text.Pooling;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The modules of a sentence encoder published in the form of sentence-transformers: {@code
 * modules.json}, the pooling's {@code config.json}, {@code sentence_bert_config.json} and {@code
 * config_sentence_transformers.json}.
 *
 * @param file {@code modules.json}
 * @param types the modules' kinds in order, such as {@code Transformer} and {@code Pooling}
 * @param transformer the folder of the Transformer
 * @param poolingFile the configuration file of the Pooling module; empty without that module. The
 *     file may be missing
 * @param pooling the modes of pooling the states; the vectors of several modes are concatenated
 * @param promptPooled whether a prompt's tokens are pooled
 * @param width the number of components of a state, if the pooling specifies it
 * @param maxLength the maximum number of tokens per text, if it is specified
 * @param lowerCase whether texts are lower-cased before the tokenizer
 */
public record SentenceModules(
    Path file,
    List<String> types,
    Path transformer,
    Optional<Path> poolingFile,
    List<Pooling> pooling,
    boolean promptPooled,
    OptionalInt width,
    OptionalInt maxLength,
    boolean lowerCase) {
  static final String MODULES = "modules.json";
  static final String SETTINGS = "config_sentence_transformers.json";
  private static final String TRANSFORMER = "Transformer";
  private static final String POOLING_MODULE = "Pooling";
  private static final String NORMALIZE = "Normalize";

  /** Modules that change at most the length of a vector. */
  private static final Set<String> HARMLESS =
      Set.of(TRANSFORMER, POOLING_MODULE, NORMALIZE, "Dropout");

  /**
   * The names of the file that specifies the maximum length; older versions named it after the type
   * of network.
   */
  private static final List<String> LENGTHS =
      List.of(
          "sentence_bert_config.json",
          "sentence_roberta_config.json",
          "sentence_distilbert_config.json",
          "sentence_camembert_config.json",
          "sentence_albert_config.json",
          "sentence_xlm-roberta_config.json",
          "sentence_xlnet_config.json");

  /**
   * The model types in which positions start after the padding token's id: a text's first token has
   * the position padding id + 1.
   */
  private static final Set<String> COUNTED_AFTER_PADDING =
      Set.of(
          "camembert",
          "data2vec-text",
          "longformer",
          "mpnet",
          "roberta",
          "roberta-prelayernorm",
          "xlm-roberta",
          "xlm-roberta-xl",
          "xmod");

  /** Reads the modules of a folder; empty if it has none. */
  public static Optional<SentenceModules> find(Path folder) {
    Path file = folder.resolve(MODULES);
    if (!Folders.isFile(file)) {
      return Optional.empty();
    }
    JsonNode list = Json.readTree(file);
    if (!list.isArray() || list.isEmpty()) {
      throw new FalconException(file + ": must hold a list of modules");
    }
    List<String> types = new ArrayList<>();
    Path transformer = folder;
    Optional<Path> pooling = Optional.empty();
    for (JsonNode module : list) {
      String type = module.path("type").asText("");
      String kind = type.substring(type.lastIndexOf('.') + 1);
      if (kind.isEmpty()) {
        throw new FalconException(file + ": a module has no type: " + module);
      }
      types.add(kind);
      Path place = place(folder, file, module.path("path").asText(""));
      if (kind.equals(TRANSFORMER)) {
        transformer = place;
      } else if (kind.equals(POOLING_MODULE)) {
        pooling = Optional.of(place.resolve("config.json"));
      }
    }
    JsonNode pooled = object(pooling);
    JsonNode lengths = lengths(transformer);
    SentenceModules modules =
        new SentenceModules(
            file,
            List.copyOf(types),
            transformer,
            pooling,
            modes(pooling, pooled),
            pooled.path("include_prompt").asBoolean(true),
            number(pooling, pooled, "word_embedding_dimension"),
            number(Optional.of(transformer), lengths, "max_seq_length"),
            lengths.path("do_lower_case").asBoolean(false));
    modules.requireCosine(folder);
    return Optional.of(modules);
  }

  private static Path place(Path folder, Path file, String path) {
    try {
      Path place = folder.resolve(path).normalize();
      if (place.startsWith(folder.normalize())) {
        return place;
      }
    } catch (InvalidPathException e) {
      throw new FalconException(file + ": '" + path + "' is no path: " + e.getMessage(), e);
    }
    throw new FalconException(file + ": the module's path '" + path + "' leads out of the folder");
  }

  private static JsonNode object(Optional<Path> file) {
    return file.isEmpty() ? MissingNode.getInstance() : FolderConfig.tree(file.get());
  }

  private static JsonNode lengths(Path transformer) {
    return object(LENGTHS.stream().map(transformer::resolve).filter(Folders::isFile).findFirst());
  }

  private static OptionalInt number(Optional<Path> file, JsonNode tree, String key) {
    JsonNode value = tree.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return OptionalInt.empty();
    }
    if (!value.canConvertToInt() || value.intValue() < 1) {
      throw new FalconException(
          file.orElseThrow() + ": " + key + " is " + value + " and must be a number of at least 1");
    }
    return OptionalInt.of(value.intValue());
  }

  private static List<Pooling> modes(Optional<Path> file, JsonNode tree) {
    List<Pooling> modes = new ArrayList<>();
    for (Pooling pooling : Pooling.values()) {
      if (tree.path(pooling.flag()).asBoolean(false)) {
        modes.add(pooling);
      }
    }
    JsonNode named = tree.path("pooling_mode");
    if (named.isTextual()) {
      modes.add(
          Pooling.find(named.textValue())
              .orElseThrow(
                  () ->
                      new FalconException(
                          file.orElseThrow()
                              + ": the pooling mode '"
                              + named.textValue()
                              + "' is not known; known are "
                              + Pooling.ids(List.of(Pooling.values())))));
    }
    return modes.isEmpty() ? List.of(Pooling.MEAN) : List.copyOf(modes);
  }

  /** Returns whether the first module is a Transformer, so that texts are preprocessed for one. */
  boolean readsTokens() {
    return types.contains(TRANSFORMER);
  }

  /** Fails if pooling the graph's states would not give the model's vector. */
  void requirePooling() {
    Optional<String> other = types.stream().filter(type -> !HARMLESS.contains(type)).findFirst();
    if (other.isPresent()) {
      throw new FalconException(
          file
              + ": has the module "
              + other.get()
              + ", which Falcon does not compute; export the whole model to one graph that gives"
              + " sentence_embedding");
    }
    if (!types.contains(POOLING_MODULE)) {
      throw new FalconException(
          file + ": has no Pooling, and the graph gives the states of tokens only");
    }
    Optional<Path> missing = poolingFile.filter(config -> !Folders.isFile(config));
    if (missing.isPresent()) {
      throw new FalconException(
          missing.get()
              + ": there is no such file, and "
              + MODULES
              + " says that the model's Pooling is there; expected the file of the model's authors,"
              + " or \"pooling\": \"mean\" or \"cls\" in falcon.json");
    }
  }

  /** Fails if the model compares vectors by another similarity than the cosine. */
  private void requireCosine(Path folder) {
    if (types.contains("Router") || types.contains("Asym")) {
      throw new FalconException(
          file
              + ": has a Router, by which queries and documents go different ways; export each way"
              + " to a graph of its own");
    }
    Path settings = folder.resolve(SETTINGS);
    String similarity = object(Optional.of(settings)).path("similarity_fn_name").asText("cosine");
    boolean alike =
        similarity.equals("cosine")
            || similarity.equals("null")
            || (types.contains(NORMALIZE) && !similarity.equals("manhattan"));
    if (!alike) {
      throw new FalconException(
          settings
              + ": the model is compared by '"
              + similarity
              + "' of vectors that are not normalised; Falcon compares by the cosine");
    }
  }

  /**
   * Returns the {@code max_seq_length} of a model that has fewer positions than that, so that its
   * texts are truncated to the number of positions; empty for all other models.
   *
   * @param config the folder's configuration
   */
  public OptionalInt beyondPositions(FolderConfig config) {
    boolean beyond = maxLength.isPresent() && maxLength.getAsInt() > positions(config);
    return beyond ? maxLength : OptionalInt.empty();
  }

  /**
   * Returns the number of positions of a model's tokens; {@link Integer#MAX_VALUE} if it is not
   * specified. It is less than {@code max_position_embeddings} for model types whose positions
   * start after the padding token's id.
   */
  public static int positions(FolderConfig config) {
    JsonNode embedded = config.model().path("max_position_embeddings");
    if (!embedded.canConvertToInt()) {
      return Integer.MAX_VALUE;
    }
    int skipped =
        COUNTED_AFTER_PADDING.contains(config.modelType())
            ? config.model().path("pad_token_id").asInt(1) + 1
            : 0;
    return Math.max(1, embedded.intValue() - skipped);
  }

  /** Returns the files on which the encoder's vectors depend. */
  public static List<Path> files(Path folder) {
    Optional<SentenceModules> modules = find(folder);
    List<Path> files = new ArrayList<>();
    modules.ifPresent(stated -> files.add(stated.file()));
    modules.flatMap(SentenceModules::poolingFile).ifPresent(files::add);
    files.add(folder.resolve(SETTINGS));
    Path lengths = modules.map(SentenceModules::transformer).orElse(folder);
    LENGTHS.forEach(name -> files.add(lengths.resolve(name)));
    files.removeIf(file -> !Folders.isFile(file));
    return files;
  }
}
