/** falcon finetune. */
package dev.falcon.cli.finetune;
