// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.FalconException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/** The kind of value that a column holds, whatever the file's format and its writer. */
public sealed interface Content {
  /** Records in a column of a table, which is not read. */
  Content RECORDS = new Other("records");

  /** Lists of lists in a column of a table, which is not read. */
  Content NESTED = new Other("lists of lists");

  /**
   * Returns the failure for a table that names two columns alike, of which one would be lost.
   *
   * @param names null or empty for columns without a name
   */
  static Optional<FalconException> repeatedName(Path file, List<String> names) {
    Set<String> seen = new HashSet<>();
    return names.stream()
        .filter(name -> name != null && !name.isEmpty() && !seen.add(name))
        .findFirst()
        .map(
            name ->
                new FalconException(
                    file + ": has two columns '" + name + "'; each must have a name of its own"));
  }

  /** Returns the contents in a user's words, in the plural. */
  String words();

  /**
   * Whole numbers.
   *
   * @param unsigned whether the 64 bits of a value are a number without a sign
   */
  record Whole(boolean unsigned) implements Content {
    @Override
    public String words() {
      return "whole numbers";
    }
  }

  /**
   * Floating-point numbers.
   *
   * @param bits 16, 32 or 64
   */
  record Real(int bits) implements Content {
    @Override
    public String words() {
      return "floating-point numbers";
    }
  }

  /** Decimal numbers with a fixed number of places. */
  record Decimals() implements Content {
    @Override
    public String words() {
      return "decimal numbers";
    }
  }

  /** True and false. */
  record Truth() implements Content {
    @Override
    public String words() {
      return "true and false";
    }
  }

  /** Texts. */
  record Text() implements Content {
    @Override
    public String words() {
      return "texts";
    }
  }

  /** Bytes, which a writer may also mean as text. */
  record Bytes() implements Content {
    @Override
    public String words() {
      return "bytes";
    }
  }

  /** Universally unique identifiers, as 16 bytes. */
  record Uuids() implements Content {
    @Override
    public String words() {
      return "UUIDs";
    }
  }

  /** Dates, as days since 1970. */
  record Days() implements Content {
    @Override
    public String words() {
      return "dates";
    }
  }

  /**
   * Points in time, as units since 1970.
   *
   * @param zoned whether they are of UTC; otherwise they are of no known zone
   */
  record Moments(ChronoUnit unit, boolean zoned) implements Content {
    @Override
    public String words() {
      return "dates with times";
    }
  }

  /** Lists. */
  record Lists(Content element) implements Content {
    @Override
    public String words() {
      return "lists of " + element.words();
    }
  }

  /** Records, such as rows. */
  record Records(List<Field> fields) implements Content {
    public Records {
      fields = List.copyOf(fields);
    }

    /** Returns the index of the first field with this name; empty for none. */
    public OptionalInt indexOf(String name) {
      return IntStream.range(0, fields.size())
          .filter(i -> fields.get(i).name().equals(name))
          .findFirst();
    }

    @Override
    public String words() {
      return "records";
    }
  }

  /** A field of a record. */
  record Field(String name, Content content) {}

  /** Values of a file that has no types, which may be anything that can be written. */
  record Anything() implements Content {
    @Override
    public String words() {
      return "values without a type";
    }
  }

  /** Nulls only. */
  record Nothing() implements Content {
    @Override
    public String words() {
      return "nulls only";
    }
  }

  /** Contents that are read as nothing else, such as intervals of time. */
  record Other(String words) implements Content {}
}
