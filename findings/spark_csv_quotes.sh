#!/usr/bin/env bash
# org.apache.spark:spark-sql_2.13 4.2.0 (Maven): CSV as RFC 4180 has it, read and written with the default options.
# Behaviour: a quote within a quoted cell is read and written as \", not doubled. Reading `"a ""red"" dog, left",1` cuts the caption at the
# comma within its quotes and moves the rest into the next column; no error is raised. Written captions with quotes are read as
# other text by Python's csv, and blanks at the ends of a text are not written. With option("escape", "\"") quotes are doubled.
# Likely wrong guess: a CSV reader and writer double quotes, so that captions come through.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

maven_packages <<'END'
<dependency><groupId>org.apache.spark</groupId><artifactId>spark-sql_2.13</artifactId><version>4.2.0</version></dependency>
END
printf '%s\r\n' 'key,caption,score' '1,"a ""red"" dog, left",1' '2,"a dog",2' >rows.csv
cat >Run.java <<'JAVA'
import java.util.List;
import org.apache.spark.sql.*;
import org.apache.spark.sql.types.StructType;

class Run {
  public static void main(String[] arguments) {
    var spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    for (String escape : new String[] {"\\", "\""}) {
      for (Row row : spark.read().option("header", true).option("escape", escape).csv("rows.csv").collectAsList()) {
        System.out.println("read " + row.mkString(" | "));
      }
    }
    var schema = new StructType().add("key", "string").add("caption", "string");
    var rows = List.of(RowFactory.create("1", "a \"red\" dog, left"), RowFactory.create("2", " a dog "));
    spark.createDataFrame(rows, schema).coalesce(1).write().csv("written");
    spark.stop();
  }
}
JAVA
opens=$(printf -- '--add-opens=java.base/%s=ALL-UNNAMED ' java.lang java.lang.invoke java.io java.net java.nio java.util \
  java.util.concurrent java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar)
# shellcheck disable=SC2086
java -XX:TieredStopAtLevel=1 $opens -cp "$class_path" Run.java 2>spark.log | grep '^read ' >"$seen"
cat written/*.csv >>"$seen"
python3 -c 'import csv, glob; [print(*row, sep=" | ") for name in glob.glob("written/*.csv") for row in csv.reader(open(name))]' >>"$seen"

expect <<'END'
read 1 | "a ""red"" dog |  left"
read 2 | a dog | 2
read 1 | a "red" dog, left | 1
read 2 | a dog | 2
1,"a \"red\" dog, left"
2,a dog
1 | a \red\" dog |  left"
2 | a dog
END
conclude "Spark 4.2.0 reads a caption with doubled quotes and a comma into two columns, and writes quotes as \\\"; guess: quotes are \
doubled, as in RFC 4180"
