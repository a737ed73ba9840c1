#!/usr/bin/env bash
# t-digest 3.3: quantiles of a few values are values, without interpolation: the median of 1, 2, 3 and 4 is 3.0, and the
# 0.9 quantile of 1 to 5 is 5.0. The share of values up to the largest, `cdf(5)`, is 0.9, and 1.0 only above it. The
# compression does not change it.
# A likely wrong guess: a few values are kept whole, so the median is 2.5 and the cdf of the largest is 1.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

maven_packages <<'EOF'
<dependency><groupId>com.tdunning</groupId><artifactId>t-digest</artifactId><version>3.3</version></dependency>
EOF

cat >Few.java <<'EOF'
import com.tdunning.math.stats.TDigest;

public class Few {
  public static void main(String[] args) {
    for (double compression : new double[] {100, 1000}) {
      TDigest four = TDigest.createDigest(compression);
      TDigest five = TDigest.createDigest(compression);
      for (int i = 1; i <= 5; i++) {
        if (i < 5) {
          four.add(i);
        }
        five.add(i);
      }
      System.out.println("median of 1 to 4: " + four.quantile(0.5) + ", 0.9 of 1 to 5: " + five.quantile(0.9)
          + ", cdf of 5: " + five.cdf(5) + ", of 5.1: " + five.cdf(5.1));
    }
  }
}
EOF
java -cp "$class_path" Few.java >"$seen"

expect <<'EOF'
median of 1 to 4: 3.0, 0.9 of 1 to 5: 5.0, cdf of 5: 0.9, of 5.1: 1.0
median of 1 to 4: 3.0, 0.9 of 1 to 5: 5.0, cdf of 5: 0.9, of 5.1: 1.0
EOF

conclude "t-digest 3.3: the median of 1, 2, 3 and 4 is 3.0, and the largest of five values has the cdf 0.9; nothing is interpolated"
