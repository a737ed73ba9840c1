package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
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
import dev.falcon.data.table.internal.ParquetContents;
import dev.falcon.data.table.internal.ParquetFooter;
import dev.falcon.data.table.internal.ParquetPages;
import dev.falcon.data.table.internal.SoundPages;
import dev.falcon.data.table.internal.UnfitColumnException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Iterates over the samples of one Parquet file. Holds the encoded pages of one row group and one
 * row in memory.
 */
final class ParquetSamples extends LookaheadReader {
  private final Path file;
  private final Partitions partitions;
  private final SourceOptions options;
  private final LongFunction<String> keys;
  private final Consumer<Reject> rejects;
  private final Optional<List<String>> splits;
  private final ParquetFileReader reader;
  private final ParquetPages pages;
  private final Set<String> fields;
  private final MessageType schema;
  private final ParquetImage image;
  private final ParquetImage positive;
  private final Set<Integer> ofBytes; // columns of images
  private final Set<Integer> texts; // columns of bytes that are read as text
  private final boolean ownLayout;
  private RecordReader<Group> rows;
  private long rowsLeft;
  private long rowNumber = -1;
  private Optional<String> key = Optional.empty(); // of the row, if it has one

  ParquetSamples(
      Path file,
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
    this.reader = open(file);
    this.pages = new ParquetPages(file, reader);
    this.schema = reader.getFileMetaData().getSchema();
    this.fields = schema.getFields().stream().map(Type::getName).collect(Collectors.toSet());
    this.image = ParquetImage.of(schema, options.columns().image(), options, images);
    this.positive = ParquetImage.of(schema, options.columns().positiveImage(), options, images);
    this.ofBytes = new HashSet<>();
    image.bytesColumn().ifPresent(ofBytes::add);
    positive.bytesColumn().ifPresent(ofBytes::add);
    this.texts = texts(options.columns());
    this.ownLayout =
        reader.getFileMetaData().getKeyValueMetaData().containsKey(ParquetSampleWriter.VERSION_KEY);
  }

  /**
   * Returns the columns of bytes that stand for parts of a sample that are texts, and refuses keys
   * that cannot be read: a row's number in place of its key would be wrong without a word.
   */
  private Set<Integer> texts(ColumnNames columns) {
    Set<Integer> found = new HashSet<>();
    Optional<String> key = first(columns.key());
    if (key.isPresent()) {
      requireKey(key.get());
    }
    List<List<String>> parts =
        List.of(
            columns.key(),
            columns.caption(),
            columns.imageId(),
            columns.anchor(),
            columns.positive());
    for (List<String> names : parts) {
      first(names)
          .filter(name -> ParquetFields.isBytes(schema.getType(name)))
          .map(schema::getFieldIndex)
          .filter(column -> !ofBytes.contains(column))
          .ifPresent(found::add);
    }
    return found;
  }

  private Optional<String> first(List<String> names) {
    return names.stream().filter(schema::containsField).findFirst();
  }

  private void requireKey(String name) {
    Type type = schema.getType(name);
    Content held =
        type.isPrimitive()
            ? ParquetContents.of(type.asPrimitiveType())
            : new Content.Other(ParquetFields.isList(type) ? "lists" : "records");
    try {
      Meaning.key(held);
    } catch (UnfitColumnException e) {
      FileReads.close(file, reader);
      throw new FalconException(
          file + ": column '" + name + "' " + e.getMessage() + "; name another column as the key",
          e);
    }
  }

  /** Returns the names of a file's columns, with those that its folders name. */
  static Set<String> columns(Path file) {
    Set<String> names = new TreeSet<>(new Partitions(file).columns());
    try (ParquetFileReader reader = open(file)) {
      reader.getFileMetaData().getSchema().getFields().forEach(type -> names.add(type.getName()));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be closed: " + e.getMessage(), e);
    }
    return names;
  }

  private static ParquetFileReader open(Path file) {
    try {
      return ParquetFileReader.open(new LocalInputFile(file), ParquetFooter.options(file));
    } catch (FalconException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The library throws exceptions of every kind for invalid bytes.
      throw new FalconException(
          file + ": truncated, damaged or no Parquet file: " + e.getMessage(), e);
    }
  }

  @Override
  protected Optional<Sample> advance() {
    while (true) {
      Optional<Group> row = nextRow();
      if (row.isEmpty()) {
        return Optional.empty();
      }
      try {
        Optional<Sample> sample = sample(row.get());
        if (sample.isPresent()) {
          return sample;
        }
      } catch (BrokenRowException e) {
        reject(e.getMessage());
      } catch (RuntimeException e) {
        // The library decodes a value's bytes on demand, and throws exceptions of every kind.
        reject("the row is damaged: " + e);
      }
    }
  }

  private Optional<Group> nextRow() {
    try {
      while (rowsLeft == 0) {
        pages.requireNext(fields);
        PageReadStore group = reader.readNextRowGroup();
        if (group == null) {
          return Optional.empty();
        }
        rows =
            new ColumnIOFactory(reader.getFileMetaData().getCreatedBy())
                .getColumnIO(schema)
                .getRecordReader(new SoundPages(group), new GroupRecordConverter(schema));
        rowsLeft = group.getRowCount();
      }
      rowNumber++;
      rowsLeft--;
      key = Optional.empty();
      return Optional.of(rows.read());
    } catch (IOException | RuntimeException e) {
      rowNumber++;
      String reason = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
      reject("the file is damaged here, and what follows is lost: " + e.getMessage() + reason);
      return Optional.empty();
    }
  }

  private Optional<Sample> sample(Group row) throws BrokenRowException {
    ObjectNode values = ParquetFields.object(row, ofBytes, texts);
    partitions.addTo(values);
    key = new SampleFields(values, options.columns(), false).key();
    if (splits.isPresent() && !splits.get().contains(values.path("split").asText())) {
      return Optional.empty();
    }
    if (ownLayout) {
      unpackMetadata(values);
    }
    Optional<byte[]> first = image.read(row);
    SampleFields fields = new SampleFields(values, options.columns(), first.isPresent());
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
            .withPositiveImage(pair ? positive.read(row) : Optional.empty()));
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
    FileReads.close(file, reader);
  }
}
