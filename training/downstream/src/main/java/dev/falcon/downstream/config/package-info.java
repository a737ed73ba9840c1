/**
 * The configuration of fine-tuning: records that mirror the YAML key by key, and how the files are
 * read, merged and checked.
 */
package dev.falcon.downstream.config;
