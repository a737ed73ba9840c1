// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.npy.Float16;
import dev.falcon.data.table.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * One selected column of a Parquet file: decodes its values into a row. A list is read by its
 * single leaf, so that lists of two and of three levels are read alike.
 */
public final class ParquetColumn implements Cell {
  private final Type field;
  private final ColumnDescriptor leaf;
  private final PrimitiveType stored;
  private final boolean unsigned;
  private final int absent; // the definition level of a null element; -1 if none can be null
  private final Meaning.Setter setter;
  private final int position;
  private ColumnPages pages;
  private MessageType projection;
  private String createdBy;
  private ColumnReader reader;
  private long
      consumed; // number of values of the row group that were read; only for a column without lists

  private ParquetColumn(Type field, ColumnDescriptor leaf, Meaning.Setter setter, int position) {
    this.field = field;
    this.leaf = leaf;
    this.stored = leaf.getPrimitiveType();
    this.unsigned = ParquetContents.isUnsigned(stored.getLogicalTypeAnnotation());
    // An empty list is farther below a value.
    this.absent =
        stored.isRepetition(Type.Repetition.OPTIONAL) ? leaf.getMaxDefinitionLevel() - 1 : -1;
    this.setter = setter;
    this.position = position;
  }

  static ParquetColumn of(MessageType schema, String name, ColumnType type, int position) {
    Meaning.Setter setter = Meaning.setter(content(schema, name), type);
    ColumnDescriptor leaf =
        schema.containsField(name) ? leaves(schema, name).get(0) : nested(schema, name);
    return new ParquetColumn(schema.getType(leaf.getPath()[0]), leaf, setter, position);
  }

  /** Returns what a column holds, or a field of a column of records. */
  static Content content(MessageType schema, String name) {
    return schema.containsField(name)
        ? ParquetContents.of(schema.getType(name), leaves(schema, name))
        : ParquetContents.of(nested(schema, name).getPrimitiveType());
  }

  /** Returns the single values in a column of records, as {@code column.field}. */
  static List<String> fields(MessageType schema, String name) {
    return leaves(schema, name).stream()
        .filter(ParquetColumn::isNested)
        .map(ParquetColumn::path)
        .toList();
  }

  private static ColumnDescriptor nested(MessageType schema, String path) {
    return schema.getColumns().stream()
        .filter(leaf -> isNested(leaf) && path(leaf).equals(path))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isNested(ColumnDescriptor leaf) {
    return leaf.getPath().length == 2 && leaf.getMaxRepetitionLevel() == 0;
  }

  private static String path(ColumnDescriptor leaf) {
    return String.join(".", leaf.getPath());
  }

  private static List<ColumnDescriptor> leaves(MessageType schema, String name) {
    return schema.getColumns().stream().filter(leaf -> leaf.getPath()[0].equals(name)).toList();
  }

  Type field() {
    return field;
  }

  /** Begins a row group. */
  void begin(PageReadStore group, MessageType projection, String createdBy) {
    this.pages = new ColumnPages(group, leaf);
    this.projection = projection;
    this.createdBy = createdBy;
    this.consumed = 0;
    openReader();
  }

  private void openReader() {
    reader =
        new ColumnReadStoreImpl(pages, new NoConverter(), projection, createdBy)
            .getColumnReader(leaf);
  }

  /** Decodes the next row's value; the row's column remains null if there is none. */
  void read(Row row) {
    try {
      if (isList()) {
        readList(row);
        return;
      }
      if (reader.getCurrentDefinitionLevel() == leaf.getMaxDefinitionLevel()) {
        setter.set(this, row, position);
      }
      reader.consume();
      consumed++;
    } catch (UnfitValueException e) {
      throw e.in(field.getName());
    }
  }

  private void readList(Row row) {
    if (isListPresent()) {
      setter.set(this, row, position);
    } else {
      reader.consume();
    }
  }

  /** Skips the values of the next rows, which must be in this row group. */
  void skip(long rows) {
    long left = rows;
    if (!isList() && left >= pages.handed() - consumed) {
      // A list's rows are not those of its pages.
      left -= pages.handed() - consumed;
      left -= pages.pass(left);
      consumed = pages.handed();
      if (pages.getTotalValueCount() > 0) {
        openReader();
      } else if (left > 0) {
        throw PageRuns.damaged("a column has fewer values than rows");
      }
    }
    for (long row = 0; row < left; row++) {
      skip();
    }
    consumed += left;
  }

  private void skip() {
    do {
      // A null takes no space among the values.
      if (reader.getCurrentDefinitionLevel() == leaf.getMaxDefinitionLevel()) {
        reader.skip();
      }
      reader.consume();
    } while (isList() && reader.getCurrentRepetitionLevel() > 0);
  }

  private boolean isList() {
    return leaf.getMaxRepetitionLevel() > 0;
  }

  /**
   * Returns whether the list is present; an optional list is null if the list itself is not
   * defined.
   */
  private boolean isListPresent() {
    return !field.isRepetition(Type.Repetition.OPTIONAL) || reader.getCurrentDefinitionLevel() > 0;
  }

  @Override
  public void elements(Consumer<Cell> receiver, Runnable forAbsent) {
    do {
      int level = reader.getCurrentDefinitionLevel();
      if (level == leaf.getMaxDefinitionLevel()) {
        receiver.accept(this);
      } else if (level == absent) {
        forAbsent.run();
      }
      reader.consume();
    } while (reader.getCurrentRepetitionLevel() > 0);
  }

  @Override
  public long whole() {
    if (stored.getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
      return reader.getLong();
    }
    return unsigned ? Integer.toUnsignedLong(reader.getInteger()) : reader.getInteger();
  }

  @Override
  public double real() {
    return switch (stored.getPrimitiveTypeName()) {
      case FLOAT -> reader.getFloat();
      case DOUBLE -> reader.getDouble();
      default -> half(sound(reader.getBinary()));
    };
  }

  /** Returns the number that two bytes are in half precision. */
  public static float half(Binary bytes) {
    return Float16.toFloat(bytes.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getShort());
  }

  @Override
  public BigDecimal decimal() {
    return switch (stored.getPrimitiveTypeName()) {
      case INT32, INT64 -> decimal(stored, BigInteger.valueOf(whole()));
      default -> decimal(stored, new BigInteger(sound(reader.getBinary()).getBytes()));
    };
  }

  /** Returns the number that a stored whole number is with the decimal places of its type. */
  public static BigDecimal decimal(PrimitiveType type, BigInteger whole) {
    return new BigDecimal(
        whole, ((DecimalLogicalTypeAnnotation) type.getLogicalTypeAnnotation()).getScale());
  }

  @Override
  public boolean truth() {
    return reader.getBoolean();
  }

  @Override
  public byte[] bytes() {
    return sound(reader.getBinary()).getBytes();
  }

  @Override
  public String text() {
    return sound(reader.getBinary()).toStringUsingUTF8();
  }

  /**
   * Returns a value after checking that it lies within its page; throws otherwise. The library
   * allocates the length that the file states before it checks.
   */
  public static Binary sound(Binary value) {
    if (value.length() < 0 || value.toByteBuffer().remaining() != value.length()) {
      throw new IllegalArgumentException("a value of " + value.length() + " bytes");
    }
    return value;
  }

  /** The library requires a converter for every leaf, even where values are read directly. */
  private static final class NoConverter extends GroupConverter {
    private final PrimitiveConverter leaf = new PrimitiveConverter() {};

    @Override
    public Converter getConverter(int fieldIndex) {
      return new AnyConverter(leaf);
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }

  /** Acts as a group or as a leaf, whichever the library requires. */
  private static final class AnyConverter extends Converter {
    private final PrimitiveConverter leaf;

    AnyConverter(PrimitiveConverter leaf) {
      this.leaf = leaf;
    }

    @Override
    public boolean isPrimitive() {
      return true;
    }

    @Override
    public PrimitiveConverter asPrimitiveConverter() {
      return leaf;
    }

    @Override
    public GroupConverter asGroupConverter() {
      return new NoConverter();
    }
  }
}
