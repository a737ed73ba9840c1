/** What is told of keys that are too many to hold. */
package dev.falcon.data.store.internal.keys;
