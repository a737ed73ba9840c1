/** Requirements on results, for pipelines that stop where one is not met. */
package dev.falcon.data.gate;
