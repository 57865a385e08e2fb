import type { ResumableUploadInput } from '#contract';
import type { UnfinishedUpload } from '@/components/blob/transfer.ts';
import { uploadNameOf } from '../access/kept-uploads.ts';

/** What is to be uploaded, and what may be replaced by it. */
export type UploadPlan = {
  storeName: string;
  id: string;
  file: File;
  /** The entity tag of the blob that it replaces; without, there must be none. */
  replaces?: string | undefined;
  /** Makes the entry where there is none. */
  createEntry?: boolean;
  /** An upload of this file that was begun earlier. */
  unfinished?: UnfinishedUpload | undefined;
};

const longestFileName = 255;

/** What the service is told of an upload before its first byte. */
export function uploadInput(plan: UploadPlan, contentHash: string): Omit<ResumableUploadInput, 'contentLength'> {
  const { storeName, id, file, replaces, createEntry = false } = plan;
  return {
    storeName,
    id,
    fileName: file.name.slice(0, longestFileName),
    ...(file.type === '' ? {} : { contentType: file.type }),
    contentHash,
    createEntry,
    ...(replaces === undefined ? { overwrite: false } : { overwrite: true, ifMatch: replaces }),
  };
}

/** Names an operator's upload in the browser's storage, so that the same file for the same entry goes on where it was left. */
export function fingerprintOf(operator: string, { storeName, id, file }: UploadPlan): string {
  return uploadNameOf(operator, storeName, id, file.name, file.size, file.lastModified);
}
