// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

/**
 * Flags that provenances record by their names, and that a record may therefore set again when its
 * output is made again. This never holds for a flag that names a file: anybody can write a record.
 */
public interface RecordedFlags {}
