package dev.falcon.faults.disk;

/**
 * One operation of a run.
 *
 * @param file on which
 * @param place from where in Falcon's code
 * @param number how many there were before it from the same place
 */
record DiskCall(Operation operation, String file, String place, int number) {
  /** Whether a run that does the same comes by here, whatever its files are called. */
  boolean matches(DiskCall other) {
    return operation == other.operation && number == other.number && place.equals(other.place);
  }

  /** The two innermost lines of the place. */
  String nearest() {
    String[] lines = place.split(" < ", 3);
    return lines.length < 2 ? place : lines[0] + " < " + lines[1];
  }
}
