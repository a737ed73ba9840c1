#!/usr/bin/env bash
# com.jerolba:carpet-record 0.5.0 (Maven) over a file of pyarrow 25.0.1 (pip): a column read into a narrower component of a record.
# Behaviour: by default 2^40 becomes the int 0, 1e300 the float Infinity, 2^64 - 1 the long -1 and a missing number 0, without an
# error; a missing column, by contrast, is refused. Each can be refused by an option (`failNarrowingPrimitiveConversion`, …).
# Likely wrong guess: a number that does not fit is refused.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

pip_packages pyarrow==25.0.1
maven_packages <<'END'
<dependency><groupId>com.jerolba</groupId><artifactId>carpet-record</artifactId><version>0.5.0</version></dependency>
<dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.16</version></dependency>
END
python - <<'PYTHON'
import pyarrow as pa, pyarrow.parquet as pq

pq.write_table(
    pa.table(
        {
            "id": pa.array([7, 2**40]),
            "score": pa.array([0.5, 1e300]),
            "key": pa.array([7, 2**64 - 1], pa.uint64()),
            "rank": pa.array([1, None], pa.int32()),
        }
    ),
    "rows.parquet",
)
PYTHON
cat >Run.java <<'JAVA'
import com.jerolba.carpet.*;
import java.io.File;

class Run {
  public record Row(int id, float score, long key, int rank) {}

  public record Other(long id, float weight) {}

  public static void main(String[] arguments) throws Exception {
    var file = new File("rows.parquet");
    System.out.println(new CarpetReader<>(file, Row.class).toList());
    try {
      new CarpetReader<>(file, Other.class).toList();
    } catch (CarpetMissingColumnException e) {
      System.out.println("missing column refused");
    }
    try {
      new CarpetReader<>(file, Row.class).withFailNarrowingPrimitiveConversion(true).toList();
    } catch (RecordTypeConversionException e) {
      System.out.println("narrowing refused");
    }
  }
}
JAVA
java -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
[Row[id=7, score=0.5, key=7, rank=1], Row[id=0, score=Infinity, key=-1, rank=0]]
missing column refused
narrowing refused
END
conclude "carpet 0.5.0 reads 2^40 into an int as 0 and 1e300 into a float as Infinity, without an error; guess: it is refused"
