/** Requirements on results, for pipelines that stop if one is not met. */
package dev.falcon.data.gate;
