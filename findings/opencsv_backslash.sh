#!/usr/bin/env bash
# com.opencsv:opencsv 5.12.0 (Maven): CSVReader, by default, over what its own CSVWriter wrote.
# Behaviour: the writer leaves a backslash as it is, and the reader takes it for an escape and drops it; no error is raised. With
# RFC4180ParserBuilder the texts come back.
# Likely wrong guess: the reader reads what the writer writes, and a backslash has no meaning in CSV.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

maven_packages <<'END'
<dependency><groupId>com.opencsv</groupId><artifactId>opencsv</artifactId><version>5.12.0</version></dependency>
END
cat >Run.java <<'JAVA'
import com.opencsv.*;
import java.io.*;
import java.util.*;

class Run {
  public static void main(String[] arguments) throws Exception {
    var written = new StringWriter();
    try (var writer = new CSVWriter(written)) {
      for (String caption : new String[] {"a cat \\o/", "x\\\\y", "a \"red\" dog"}) {
        writer.writeNext(new String[] {caption, "1"});
      }
    }
    for (var parser : List.of(new CSVParserBuilder().build(), new RFC4180ParserBuilder().build())) {
      try (var reader = new CSVReaderBuilder(new StringReader(written.toString())).withCSVParser(parser).build()) {
        for (String[] row : reader) {
          System.out.println(parser.getClass().getSimpleName() + " " + Arrays.toString(row));
        }
      }
    }
  }
}
JAVA
java -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
CSVParser [a cat o/, 1]
CSVParser [x\y, 1]
CSVParser [a "red" dog, 1]
RFC4180Parser [a cat \o/, 1]
RFC4180Parser [x\\y, 1]
RFC4180Parser [a "red" dog, 1]
END
conclude "opencsv 5.12.0 drops the backslashes that its own writer wrote; guess: it reads what it writes"
