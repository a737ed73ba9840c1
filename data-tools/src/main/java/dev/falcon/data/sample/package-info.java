/** What a dataset is made of, samples, and where they come from. */
package dev.falcon.data.sample;
