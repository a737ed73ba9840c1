#!/usr/bin/env bash
# tech.tablesaw:tablesaw-core 0.44.4 (Maven): ids in a CSV file whose types it finds out.
# Behaviour: one id above 2^63 - 1 makes the column one of doubles, and ids that differ become equal; 0001 becomes 1; ids such as
# 01/02/2026 become the date of 2 January; a share such as 10% becomes 0.1.
# Likely wrong guess: what is no long stays text.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

maven_packages <<'END'
<dependency><groupId>tech.tablesaw</groupId><artifactId>tablesaw-core</artifactId><version>0.44.4</version></dependency>
<dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
END
cat >Run.java <<'JAVA'
import java.io.StringReader;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.csv.CsvReadOptions;

class Run {
  public static void main(String[] arguments) {
    for (String values : new String[] {"9223372036854775807\n9223372036854775808", "0001\n0002", "01/02/2026", "10%"}) {
      var column = Table.read().usingOptions(CsvReadOptions.builder(new StringReader("id\n" + values + "\n"))).column(0);
      System.out.println(column.type() + " " + column.asList() + " different: " + column.countUnique());
    }
  }
}
JAVA
java -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
DOUBLE [9.223372036854776E18, 9.223372036854776E18] different: 1
INTEGER [1, 2] different: 2
LOCAL_DATE [2026-01-02] different: 1
DOUBLE [0.1] different: 1
END
conclude "tablesaw 0.44.4 reads the ids 2^63 - 1 and 2^63 as one double; guess: as text"
