/** Whether a device gives what the processor gives. */
package dev.falcon.training.device;
