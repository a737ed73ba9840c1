package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * One selected column of a Parquet file: decodes its values into a row. A list is read by its
 * single leaf, so that lists of two and of three levels are read alike; null elements are left out.
 */
public final class ParquetColumn {
  private final Type field;
  private final ColumnDescriptor leaf;
  private final PrimitiveTypeName stored;
  private final ColumnType type;
  private final int position;
  private ColumnPages pages;
  private MessageType projection;
  private String createdBy;
  private ColumnReader reader;
  private long
      consumed; // number of values of the row group that were read; only for a column without lists

  private ParquetColumn(Type field, ColumnDescriptor leaf, ColumnType type, int position) {
    this.field = field;
    this.leaf = leaf;
    this.stored = leaf.getPrimitiveType().getPrimitiveTypeName();
    this.type = type;
    this.position = position;
  }

  static ParquetColumn of(MessageType schema, String name, ColumnType type, int position) {
    Type field = schema.getType(name);
    List<ColumnDescriptor> leaves =
        schema.getColumns().stream().filter(leaf -> leaf.getPath()[0].equals(name)).toList();
    // In a damaged file, a group may have no column at all.
    if (leaves.size() != 1 || !fits(field, leaves.get(0), type)) {
      throw new UnfitColumnException(field.toString().replaceAll("\\s+", " "));
    }
    return new ParquetColumn(field, leaves.get(0), type, position);
  }

  private static boolean fits(Type field, ColumnDescriptor leaf, ColumnType type) {
    return leaf.getMaxRepetitionLevel() == 1
        ? canHold(leaf.getPrimitiveType(), type)
        : field.isPrimitive() && canRead(leaf.getPrimitiveType(), type);
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
    boolean list = isList();
    if (list || reader.getCurrentDefinitionLevel() == leaf.getMaxDefinitionLevel()) {
      readValue(row);
    }
    if (!list) { // which advances from element to element itself
      reader.consume();
      consumed++;
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

  private void readValue(Row row) {
    switch (type) {
      case INT32 -> row.setInt(position, reader.getInteger());
      case INT64 -> row.setLong(position, wholeNumber());
      case FLOAT32 -> row.setFloat(position, reader.getFloat());
      case FLOAT64 -> row.setDouble(position, number());
      case BOOL -> row.setBoolean(position, reader.getBoolean());
      case UTF8 -> row.setObject(position, type, text());
      case BINARY -> row.setObject(position, type, sound(reader.getBinary()).getBytes());
      case UTF8_LIST -> readList(row, this::text);
      case FLOAT32_LIST -> readList(row, reader::getFloat);
    }
  }

  private <T> void readList(Row row, Supplier<T> element) {
    List<T> values = new ArrayList<>();
    boolean present = isListPresent();
    do {
      if (reader.getCurrentDefinitionLevel() == leaf.getMaxDefinitionLevel()) {
        values.add(element.get());
      }
      reader.consume();
    } while (reader.getCurrentRepetitionLevel() > 0);
    if (present) {
      row.setObject(position, type, values);
    }
  }

  /**
   * Returns whether the list is present; an optional list is null if the list itself is not
   * defined.
   */
  private boolean isListPresent() {
    return !field.isRepetition(Type.Repetition.OPTIONAL) || reader.getCurrentDefinitionLevel() > 0;
  }

  private long wholeNumber() {
    return stored == PrimitiveTypeName.INT32 ? reader.getInteger() : reader.getLong();
  }

  private double number() {
    return switch (stored) {
      case FLOAT -> reader.getFloat();
      case DOUBLE -> reader.getDouble();
      default -> wholeNumber();
    };
  }

  private String text() {
    return stored == PrimitiveTypeName.BINARY
        ? sound(reader.getBinary()).toStringUsingUTF8()
        : Long.toString(wholeNumber());
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

  private static boolean canRead(PrimitiveType stored, ColumnType type) {
    LogicalTypeAnnotation meaning = stored.getLogicalTypeAnnotation();
    if (meaning instanceof DecimalLogicalTypeAnnotation
        || meaning instanceof Float16LogicalTypeAnnotation) {
      return false;
    }
    PrimitiveTypeName name = stored.getPrimitiveTypeName();
    boolean whole = name == PrimitiveTypeName.INT32 || name == PrimitiveTypeName.INT64;
    return switch (type) {
      case INT32 -> name == PrimitiveTypeName.INT32;
      case INT64 -> whole;
      case FLOAT32 -> name == PrimitiveTypeName.FLOAT;
      case FLOAT64 ->
          name == PrimitiveTypeName.FLOAT
              || name == PrimitiveTypeName.DOUBLE
              || name == PrimitiveTypeName.INT32;
      case BOOL -> name == PrimitiveTypeName.BOOLEAN;
      case UTF8 -> isText(stored) || whole;
      case BINARY ->
          name == PrimitiveTypeName.BINARY || name == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
      case UTF8_LIST, FLOAT32_LIST -> false;
    };
  }

  /** Returns whether a list of such elements can be read. */
  private static boolean canHold(PrimitiveType element, ColumnType type) {
    return switch (type) {
      case UTF8_LIST -> isText(element);
      case FLOAT32_LIST -> element.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT;
      default -> false;
    };
  }

  /**
   * Returns whether a column holds text, or bytes without a logical type, since some writers omit
   * the type of text.
   */
  private static boolean isText(PrimitiveType stored) {
    return stored.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
        && !(stored.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation);
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
