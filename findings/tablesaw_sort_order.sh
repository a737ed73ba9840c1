#!/usr/bin/env bash
# tech.tablesaw:tablesaw-core 0.44.4 (Maven): sorting a table by a column with equal values.
# Behaviour: rows that are equal in the column change places, also in a table of four rows: the order is not stable.
# Likely wrong guess: `sortOn` keeps the order of equal rows, as sorting of objects does in Java.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

maven_packages <<'END'
<dependency><groupId>tech.tablesaw</groupId><artifactId>tablesaw-core</artifactId><version>0.44.4</version></dependency>
<dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
END
cat >Run.java <<'JAVA'
import java.util.List;
import tech.tablesaw.api.*;
import tech.tablesaw.columns.Column;

class Run {
  public static void main(String[] arguments) {
    var rows = IntColumn.create("row", new int[] {0, 1, 2, 3});
    for (Column<?> key : List.of(IntColumn.create("key", new int[] {1, 1, 1, 0}), StringColumn.create("key", "b", "b", "b", "a"))) {
      System.out.println(key.type() + " " + Table.create(key, rows).sortOn("key").column("row").asList());
    }
  }
}
JAVA
java -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
INTEGER [3, 1, 2, 0]
STRING [3, 1, 2, 0]
END
conclude "tablesaw 0.44.4 sorts the rows 1 1 1 0 into the order 3, 1, 2, 0; guess: 3, 0, 1, 2"
