#!/usr/bin/env bash
# com.microsoft.onnxruntime:onnxruntime 1.29.0 (Maven): OnnxTensor.createTensor from the FloatBuffer view of a ByteBuffer whose
# order was left at the default, big-endian, as files of Java's DataOutputStream need it. On a little-endian machine.
# Behaviour: a view of a heap buffer gives its values. A view of a direct buffer is passed on by address, without regard to its
# order: the graph gets 4.6006E-41 for 1.0, and no error is raised.
# Likely wrong guess: a buffer in the other order is converted or refused, since FloatBuffer.order() names it.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

maven_packages <<'END'
<dependency>
  <groupId>com.microsoft.onnxruntime</groupId><artifactId>onnxruntime</artifactId><version>1.29.0</version>
</dependency>
END
cat >Run.java <<'JAVA'
import ai.onnxruntime.*;
import java.nio.*;
import java.util.*;

class Run {
  /** A graph of opset 20: y = Identity(x), two floats. */
  static final String IDENTITY =
      "CAkSADo3ChAKAXgSAXkiCElkZW50aXR5EgFnWg8KAXgSCgoICAESBAoCCAJiDwoBeRIKCggIARIECgIIAkIECgAQFA==";

  static void show(String name, ByteBuffer bytes) throws Exception {
    FloatBuffer floats = bytes.asFloatBuffer();
    floats.put(0, 1f).put(1, -2f);
    var environment = OrtEnvironment.getEnvironment();
    try (var session = environment.createSession(Base64.getDecoder().decode(IDENTITY));
        var tensor = OnnxTensor.createTensor(environment, floats, new long[] {2});
        var result = session.run(Map.of("x", tensor))) {
      System.out.println(name + " " + floats.order() + " " + Arrays.toString((float[]) result.get(0).getValue()));
    }
  }

  public static void main(String[] arguments) throws Exception {
    show("heap", ByteBuffer.allocate(8));
    show("direct", ByteBuffer.allocateDirect(8));
    show("direct", ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()));
  }
}
JAVA
java -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
heap BIG_ENDIAN [1.0, -2.0]
direct BIG_ENDIAN [4.6006E-41, 2.69E-43]
direct LITTLE_ENDIAN [1.0, -2.0]
END
conclude "ONNX Runtime 1.29.0 for Java reads a direct big-endian FloatBuffer in the machine's order, 1.0 as 4.6006E-41, and a heap \
one rightly; guess: it is converted or refused"
