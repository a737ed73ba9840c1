/** How an embedding store lies on disk, and what store.json says. */
package dev.falcon.data.store.layout;
