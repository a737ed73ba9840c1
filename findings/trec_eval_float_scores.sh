#!/usr/bin/env bash
# trec_eval 9.0.4, as jtreceval 0.0.5 packs it: scores are compared in float32. Two that differ only beyond it, such as
# 0.9000000001 and 0.9, or 20000001 and 20000000, are ties, and the larger document id comes first, so that the better
# document is ranked second.
# A likely wrong guess: scores are compared as they are written, or as doubles.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

maven_packages <<'EOF'
<dependency><groupId>uk.ac.gla.dcs.terrierteam</groupId><artifactId>jtreceval</artifactId><version>0.0.5</version></dependency>
EOF

cat >Ranks.java <<'EOF'
import java.nio.file.Files;
import java.nio.file.Path;
import uk.ac.gla.terrier.jtreceval.trec_eval;

public class Ranks {
  public static void main(String[] args) throws Exception {
    Files.writeString(Path.of("judged"), "q 0 a 1\n");
    String[][] scores = {{"0.901", "0.9"}, {"0.9000000001", "0.9"}, {"0.9", "0.9000000001"}, {"20000001", "20000000"}};
    for (String[] s : scores) {
      Files.writeString(Path.of("run"), "q Q0 a 1 " + s[0] + " x\nq Q0 b 2 " + s[1] + " x\n");
      String[][] out = new trec_eval().runAndGetOutput(new String[] {"-m", "recip_rank", "judged", "run"});
      System.out.println("relevant a " + s[0] + ", b " + s[1] + ": reciprocal rank " + out[0][2]);
    }
  }
}
EOF
java -cp "$class_path" Ranks.java >"$seen"

expect <<'EOF'
relevant a 0.901, b 0.9: reciprocal rank 1.0000
relevant a 0.9000000001, b 0.9: reciprocal rank 0.5000
relevant a 0.9, b 0.9000000001: reciprocal rank 0.5000
relevant a 20000001, b 20000000: reciprocal rank 0.5000
EOF

conclude "trec_eval 9.0.4: 0.9000000001 and 0.9 are a tie, as 20000001 and 20000000 are; scores are not compared as doubles"
