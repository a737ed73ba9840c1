#!/usr/bin/env bash
# org.duckdb:duckdb_jdbc 1.5.6.0 (Maven): getInt, getLong and getFloat of numbers that do not fit.
# Behaviour: getLong of a UBIGINT 2^64 - 1 is -1, and getInt of a BIGINT 2^32 is 0, without an error; 1e300 becomes the float
# Infinity, and NULL the float NaN, where JDBC asks for 0. getObject is exact: a BigInteger, a Long, a Double, null.
# Likely wrong guess: as in other drivers, a number that does not fit is an SQLException.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

maven_packages <<'END'
<dependency><groupId>org.duckdb</groupId><artifactId>duckdb_jdbc</artifactId><version>1.5.6.0</version></dependency>
END
cat >Run.java <<'JAVA'
import java.sql.*;

class Run {
  public static void main(String[] arguments) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:duckdb:"); var statement = connection.createStatement()) {
      var row = statement.executeQuery("select 18446744073709551615::ubigint as key, 4294967296::bigint as id, 1e300::double as score, null::real as none");
      row.next();
      System.out.println("key " + row.getObject("key") + " getLong " + row.getLong("key"));
      System.out.println("id " + row.getObject("id") + " getInt " + row.getInt("id"));
      System.out.println("score " + row.getObject("score") + " getFloat " + row.getFloat("score"));
      System.out.println("none " + row.getObject("none") + " getFloat " + row.getFloat("none"));
    }
  }
}
JAVA
java -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
key 18446744073709551615 getLong -1
id 4294967296 getInt 0
score 1.0E300 getFloat Infinity
none null getFloat NaN
END
conclude "duckdb_jdbc 1.5.6.0 gives -1 for getLong of 2^64 - 1 and 0 for getInt of 2^32; guess: an SQLException"
