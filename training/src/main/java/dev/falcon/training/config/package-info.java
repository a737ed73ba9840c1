/** A run's configuration: records that mirror the YAML key by key. */
package dev.falcon.training.config;
