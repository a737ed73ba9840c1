// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Json;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.internal.source.ParquetSampleWriter;
import dev.falcon.data.internal.source.SampleFields;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.table.internal.Content;
import dev.falcon.data.table.internal.Meaning;
import dev.falcon.data.table.internal.UnfitColumnException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Iterates over the samples of one file whose columns have types. */
final class TypedSamples extends LookaheadReader {
  private final Path file;
  private final Partitions partitions;
  private final SourceOptions options;
  private final LongFunction<String> keys;
  private final Consumer<Reject> rejects;
  private final Optional<List<String>> splits;
  private final TypedRows rows;
  private final ImageColumn image;
  private final ImageColumn positive;
  private final Set<Integer> ofBytes; // columns of images
  private final Set<Integer> texts; // columns of bytes that are read as text
  private final OptionalInt keyColumn;
  private final boolean ownLayout;
  private long rowNumber = -1;
  private Optional<String> key = Optional.empty(); // of the row, if it has one

  TypedSamples(
      Path file,
      TypedRows.Format format,
      SourceOptions options,
      ImageFolder images,
      LongFunction<String> keys,
      Consumer<Reject> rejects) {
    this.file = file;
    this.partitions = new Partitions(file);
    this.options = options;
    this.keys = keys;
    this.rejects = rejects;
    this.splits = options.split().map(split -> List.of(split.split(",")));
    this.rows = format.open(file);
    requireOwnNames();
    this.image = column(options.columns().image(), images);
    this.positive = column(options.columns().positiveImage(), images);
    this.ofBytes = new HashSet<>();
    image.bytesColumn().ifPresent(ofBytes::add);
    positive.bytesColumn().ifPresent(ofBytes::add);
    this.keyColumn = first(options.columns().key());
    this.texts = texts(options.columns());
    this.ownLayout = rows.metadata().containsKey(ParquetSampleWriter.VERSION_KEY);
  }

  private void requireOwnNames() {
    Optional<FalconException> repeated =
        Content.repeatedName(
            file, rows.columns().fields().stream().map(Content.Field::name).toList());
    if (repeated.isPresent()) {
      FileReads.close(file, rows);
      throw repeated.get();
    }
  }

  private ImageColumn column(List<String> names, ImageFolder images) {
    return new ImageColumn(rows.columns(), names, options.maxFileBytes(), images);
  }

  /**
   * Returns the columns of bytes that stand for parts of a sample that are texts, and refuses keys
   * that cannot be read: a row's number in place of its key would be wrong without a word.
   */
  private Set<Integer> texts(ColumnNames columns) {
    Set<Integer> found = new HashSet<>();
    keyColumn.ifPresent(this::requireKey);
    List<List<String>> parts =
        List.of(
            columns.key(),
            columns.caption(),
            columns.imageId(),
            columns.anchor(),
            columns.positive());
    for (List<String> names : parts) {
      OptionalInt column = first(names);
      column.ifPresent(this::requireReadable);
      if (column.isPresent()
          && field(column.getAsInt()).content() instanceof Content.Bytes
          && !ofBytes.contains(column.getAsInt())) {
        found.add(column.getAsInt());
      }
    }
    return found;
  }

  /** Refuses a column of such values as views of lists, which would be left out of every row. */
  private void requireReadable(int column) {
    if (field(column).content() instanceof Content.Other other) {
      FileReads.close(file, rows);
      throw new FalconException(
          file
              + ": column '"
              + field(column).name()
              + "' holds "
              + other.words()
              + "; it must hold texts or lists of texts");
    }
  }

  private OptionalInt first(List<String> names) {
    return names.stream()
        .map(rows.columns()::indexOf)
        .flatMapToInt(OptionalInt::stream)
        .findFirst();
  }

  private Content.Field field(int column) {
    return rows.columns().fields().get(column);
  }

  private void requireKey(int column) {
    try {
      Meaning.key(field(column).content());
    } catch (UnfitColumnException e) {
      FileReads.close(file, rows);
      throw new FalconException(
          file
              + ": column '"
              + field(column).name()
              + "' "
              + e.getMessage()
              + "; name another column as the key",
          e);
    }
  }

  /** Returns the names of a file's columns, with those that its folders name. */
  static Set<String> columns(Path file, TypedRows.Format format) {
    Set<String> names = new TreeSet<>(new Partitions(file).columns());
    try (TypedRows rows = format.open(file)) {
      rows.columns().fields().forEach(field -> names.add(field.name()));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be closed: " + e.getMessage(), e);
    }
    return names;
  }

  @Override
  protected Optional<Sample> advance() {
    while (nextRow()) {
      try {
        Optional<Sample> sample = sample();
        if (sample.isPresent()) {
          return sample;
        }
      } catch (BrokenRowException e) {
        reject(e.getMessage());
      } catch (RuntimeException e) {
        // The libraries decode a value's bytes on demand, and throw exceptions of every kind.
        reject("the row is damaged: " + e);
      }
    }
    return Optional.empty();
  }

  private boolean nextRow() {
    rowNumber++;
    key = Optional.empty();
    try {
      return rows.next();
    } catch (RequestException e) {
      throw e; // the file is whole, and of a kind that is never read
    } catch (IOException | RuntimeException e) {
      String reason = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
      reject("the file is damaged here, and what follows is lost: " + e.getMessage() + reason);
      return false;
    }
  }

  private Optional<Sample> sample() throws BrokenRowException {
    ObjectNode values = TypedFields.object(rows.columns(), rows::value, ofBytes, texts);
    partitions.addTo(values);
    if (keyColumn.isPresent()) {
      values.putIfAbsent(field(keyColumn.getAsInt()).name(), NullNode.getInstance());
    }
    key = new SampleFields(values, options.columns(), false).key();
    if (splits.isPresent() && !splits.get().contains(values.path("split").asText())) {
      return Optional.empty();
    }
    if (ownLayout) {
      unpackMetadata(values);
    }
    Optional<byte[]> first = image.read(rows::value);
    SampleFields fields = new SampleFields(values, options.columns(), first.isPresent());
    fields.requireKey();
    List<String> captions = fields.captions();
    boolean pair = first.isPresent() && captions.isEmpty();
    return Optional.of(
        new Sample(
                key(),
                first,
                captions,
                fields.imageId(),
                fields.label(),
                fields.metadataWithoutKey(),
                Map.of())
            .withPositiveImage(pair ? positive.read(rows::value) : Optional.empty()));
  }

  /** Expands the metadata, which Falcon's own files keep as one JSON object. */
  private static void unpackMetadata(ObjectNode values) throws BrokenRowException {
    JsonNode packed = values.remove(ParquetSampleWriter.METADATA_COLUMN);
    if (packed == null) {
      return;
    }
    try {
      for (Map.Entry<String, JsonNode> field :
          Json.mapper().readTree(packed.asText()).properties()) {
        values.putIfAbsent(field.getKey(), field.getValue());
      }
    } catch (JsonProcessingException e) {
      throw new BrokenRowException("the metadata cannot be parsed: " + Json.reason(e));
    }
  }

  private void reject(String reason) {
    rejects.accept(new Reject(file.getFileName().toString(), key(), reason));
  }

  private String key() {
    return key.orElseGet(() -> keys.apply(rowNumber));
  }

  @Override
  public void close() {
    FileReads.close(file, rows);
  }
}
