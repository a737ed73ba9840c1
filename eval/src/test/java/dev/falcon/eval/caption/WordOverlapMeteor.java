// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A program that speaks METEOR's protocol: a caption scores 1 if it equals a reference, else 0. */
final class WordOverlapMeteor {
  private WordOverlapMeteor() {}

  public static void main(String[] arguments) throws IOException {
    if (!String.join(" ", arguments).equals("- - -stdio -l en -norm")) {
      return;
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] parts = line.split(" \\|\\|\\| ", -1);
      if (parts[0].equals("SCORE")) {
        int same = 0;
        for (int i = 1; i < parts.length - 1; i++) {
          same = parts[i].equals(parts[parts.length - 1]) ? 1 : same;
        }
        System.out.println(parts[1].isEmpty() ? "none" : same);
      } else {
        double sum = 0;
        for (int i = 1; i < parts.length; i++) {
          sum += parts[i].equals("none") ? Double.NaN : Integer.parseInt(parts[i]);
          System.out.println(parts[i]);
        }
        System.out.println(Double.isNaN(sum) ? "none" : sum / (parts.length - 1));
      }
    }
  }
}
