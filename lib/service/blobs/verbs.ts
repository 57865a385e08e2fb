import type { Verbs } from '../verb.ts';
import { getBlob } from './get.ts';
import { uploadBlob } from './upload.ts';

/** The verbs of the operations on blobs. */
export const blobVerbs = {
  GetBlob: getBlob,
  UploadBlob: uploadBlob,
} satisfies Partial<Verbs>;
