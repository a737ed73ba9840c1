/**
 * A run's configuration: records that mirror the YAML key by key, and how the files are read,
 * merged and checked.
 */
package dev.falcon.training.config;
