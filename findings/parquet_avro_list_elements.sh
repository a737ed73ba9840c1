#!/usr/bin/env bash
# org.apache.parquet:parquet-avro 1.18.1 (Maven) over a file of pyarrow 25.0.1 (pip): a column of lists of floats, read by default.
# Behaviour: each number comes as a record with the one field `element`, not as a float; an unsigned whole number of 64 bits comes
# as a signed one, and a float16 as two bytes. With `parquet.avro.add-list-element-records` false the lists hold floats.
# Likely wrong guess: a list of floats is read as a list of floats.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

pip_packages pyarrow==25.0.1 numpy==2.4.6
maven_packages <<'END'
<dependency><groupId>org.apache.parquet</groupId><artifactId>parquet-avro</artifactId><version>1.18.1</version></dependency>
<dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-client-runtime</artifactId><version>3.4.1</version></dependency>
<dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.16</version></dependency>
END
python - <<'PYTHON'
import numpy as np, pyarrow as pa, pyarrow.parquet as pq

pq.write_table(
    pa.table(
        {
            "vector": pa.array([[1.0, 0.5]], pa.list_(pa.float32())),
            "key": pa.array([2**64 - 1], pa.uint64()),
            "half": pa.array(np.array([1.0], np.float16)),
        }
    ),
    "vectors.parquet",
)
PYTHON
cat >Run.java <<'JAVA'
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;

class Run {
  public static void main(String[] arguments) throws Exception {
    var asIs = new Configuration();
    show("by default", asIs);
    var plain = new Configuration();
    plain.setBoolean("parquet.avro.add-list-element-records", false);
    show("false", plain);
  }

  static void show(String name, Configuration configuration) throws Exception {
    var file = HadoopInputFile.fromPath(new Path("vectors.parquet"), configuration);
    try (var reader = AvroParquetReader.<GenericRecord>builder(file).withConf(configuration).build()) {
      System.out.println(name + " " + reader.read());
    }
  }
}
JAVA
java -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
by default {"vector": [{"element": 1.0}, {"element": 0.5}], "key": -1, "half": [0, 60]}
false {"vector": [1.0, 0.5], "key": -1, "half": [0, 60]}
END
conclude "parquet-avro 1.18.1 reads a list of floats as a list of records with one field, and 2^64 - 1 as -1; guess: floats, and \
an error"
