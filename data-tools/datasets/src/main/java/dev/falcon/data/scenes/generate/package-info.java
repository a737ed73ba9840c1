/**
 * Scenes as datasets on disk, with questions about scenes and statements about two of them in the
 * official files of VQA v2 and NLVR2.
 */
package dev.falcon.data.scenes.generate;
