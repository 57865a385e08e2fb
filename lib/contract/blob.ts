import { z } from 'zod';
import { stateId, storeName, timestamp } from './identifiers.ts';
import { booleanQuery, pageQuery } from './paging.ts';
import { record } from './record.ts';

/** String metadata of a blob. */
export const blobMetadata = record(z.string().min(1).max(128), z.string().max(1024)).refine(
  (map) => Object.keys(map).length <= 64,
  'at most 64 names',
);

/**
 * The name of a downloaded file: 1 to 255 characters without NUL and DEL. Line breaks are allowed, because they are
 * encoded in `Content-Disposition`.
 */
export const fileName = z
  .string()
  .min(1)
  .max(255)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what may not stand in a file name
  .regex(/^[^\u0000\u007f]*$/, 'a file name of 1 to 255 characters');

/** A media type for `Content-Type`. */
export const mediaType = z
  .string()
  .max(256)
  .regex(
    /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=("[ !#-[\]-~]*"|[!#-:<-~]+))*$/,
    'a media type of at most 256 characters, such as text/csv',
  );

/** A SHA-256 hash in lower-case hexadecimal digits. */
export const contentHash = z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits (SHA-256)');

/** A blob's properties. `etag` and `versionId` identify its bytes and change only when the bytes change. */
export const blobInfo = z.object({
  contentLength: z.number().int().describe('Size in bytes'),
  contentType: z.string().describe('Media type of the bytes'),
  contentEncoding: z.string().optional().describe('Content coding of the bytes, such as gzip'),
  contentDisposition: z.string().optional().describe('Whether a browser downloads or shows the blob'),
  fileName: z.string().optional().describe('Name of the file, offered when it is downloaded'),
  contentHash: contentHash.describe('SHA-256'),
  etag: z.string().describe('Entity tag of the blob. It changes only when the bytes change'),
  versionId: z.string().describe('Id of the bytes, with which GetBlob reads them also when they have been replaced'),
  lastModifiedOn: timestamp.describe('When the blob was uploaded'),
  metadata: blobMetadata.describe('Metadata of the blob, by name'),
});

/** The answer to an upload: the blob, and the entity tag and version of the entry after it. */
export const blobUploadResult = blobInfo.extend({
  storeName: z.string().describe('Name of the store'),
  id: z.string().describe('Id of the entry'),
  entryEtag: z.string().describe('Entity tag of the entry after the upload'),
  version: z.number().int().describe('Version of the entry after the upload'),
  receipt: z.string().optional().describe('Omitted when a retry finds the upload done and its first answer lost'),
});

/** Options of an upload. A download returns all of them except `overwrite`. */
export const blobUploadOptions = z.strictObject({
  overwrite: z
    .boolean()
    .default(false)
    .describe('false: fails with 409 BlobAlreadyExists when a blob exists, checked at commit'),
  contentType: mediaType.optional().describe('Media type of the bytes. Default: application/octet-stream'),
  contentEncoding: z.string().max(64).optional().describe('Content coding of the bytes, such as gzip'),
  contentDisposition: z
    .enum(['attachment', 'inline'])
    .optional()
    .describe('Whether a browser downloads or shows the blob'),
  fileName: fileName.optional().describe('Name of the file, offered when it is downloaded'),
  metadata: blobMetadata.optional().describe('Metadata of the blob, by name'),
  contentHash: contentHash.optional().describe('Checked: 400 ContentHashMismatch'),
  ifMatch: z.string().max(66).optional().describe('Entity tag of the blob to replace'),
  ifEntryMatch: z.string().max(66).optional().describe('Entity tag of the entry'),
});

/** `BlobUploadOptions` as query parameters. The content type is the request's `Content-Type`; `metadata` is JSON. */
export const blobUploadQuery = z.strictObject({
  overwrite: booleanQuery.default(false).describe('false: 409 BlobAlreadyExists when a blob exists'),
  contentEncoding: z.string().max(64).optional().describe('Content coding of the bytes, such as gzip'),
  contentDisposition: z
    .enum(['attachment', 'inline'])
    .optional()
    .describe('Whether a browser downloads or shows the blob'),
  fileName: fileName.optional().describe('Name of the file, offered when it is downloaded'),
  metadata: z
    .string()
    .max(65_536)
    .transform((text, context) => {
      try {
        return blobMetadata.parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: 'custom', message: 'a JSON object of strings' });
        return z.NEVER;
      }
    })
    .optional()
    .describe('Metadata of the blob, as a JSON object of strings'),
  contentHash: contentHash
    .optional()
    .describe('SHA-256 of the bytes, 64 hexadecimal digits. Checked: 400 ContentHashMismatch'),
  ifEntryMatch: z.string().max(66).optional().describe('Entity tag that the entry must have'),
});

export const uploadListQuery = z.strictObject({
  ...pageQuery,
  storeName: storeName.optional().describe('Only uploads to this store'),
});

/** Input of a resumable upload (tus 1.0): the JSON in its `Upload-Metadata`. */
export const resumableUploadInput = blobUploadOptions.extend({
  storeName: storeName.describe('Name of the store'),
  id: stateId.describe('Id of the entry'),
  contentLength: z.number().int().min(0).describe('Size of the whole blob in bytes'),
  createEntry: z.boolean().default(false).describe('Creates the entry with the value null when it does not exist'),
});

/** A resumable upload in progress. */
export const resumableUpload = z.object({
  uploadId: z.string().describe('Id of the upload'),
  storeName: z.string().describe('Name of the store'),
  id: z.string().describe('Id of the entry'),
  fileName: z.string().optional().describe('Name of the file, offered when it is downloaded'),
  contentLength: z.number().int().describe('Size of the whole blob in bytes'),
  receivedBytes: z.number().int().describe('Bytes that have been received'),
  createdOn: timestamp.describe('When the upload began'),
  expiresOn: timestamp.describe('When an unfinished upload is deleted'),
  result: blobUploadResult.optional().describe('Present when the upload is complete'),
});

export type BlobMetadata = z.output<typeof blobMetadata>;
export type BlobInfo = z.output<typeof blobInfo>;
export type BlobUploadResult = z.output<typeof blobUploadResult>;
export type BlobUploadOptions = z.input<typeof blobUploadOptions>;
export type ParsedBlobUploadOptions = z.output<typeof blobUploadOptions>;
export type ResumableUploadInput = z.input<typeof resumableUploadInput>;
export type ParsedResumableUploadInput = z.output<typeof resumableUploadInput>;
export type ResumableUpload = z.output<typeof resumableUpload>;
