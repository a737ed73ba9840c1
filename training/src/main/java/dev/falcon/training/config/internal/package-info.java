/** How configurations are read, put together and checked, whatever they are of. */
package dev.falcon.training.config.internal;
