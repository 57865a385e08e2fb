import { z } from 'zod';
import { stateId, storeName, timestamp } from './identifiers.ts';
import { booleanQuery, pageQuery } from './paging.ts';

/** String metadata of a blob. */
export const blobMetadata = z
  .record(z.string().min(1).max(128), z.string().max(1024))
  .refine((map) => Object.keys(map).length <= 64, 'at most 64 names');

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
  contentLength: z.number().int(),
  contentType: z.string(),
  contentEncoding: z.string().optional(),
  contentDisposition: z.string().optional(),
  fileName: z.string().optional(),
  contentHash: contentHash.describe('SHA-256'),
  etag: z.string(),
  versionId: z.string(),
  lastModifiedOn: timestamp,
  metadata: blobMetadata,
});

/** The answer to an upload: the blob, and the entity tag and version of the entry after it. */
export const blobUploadResult = blobInfo.extend({
  storeName: z.string(),
  id: z.string(),
  entryEtag: z.string(),
  version: z.number().int(),
  receipt: z.string().optional().describe('Omitted when a retry finds the upload done and its first answer lost'),
});

/** Options of an upload. A download returns all of them except `overwrite`. */
export const blobUploadOptions = z.strictObject({
  overwrite: z
    .boolean()
    .default(false)
    .describe('false: fails with 409 BlobAlreadyExists when a blob exists, checked at commit'),
  contentType: mediaType.optional(),
  contentEncoding: z.string().max(64).optional(),
  contentDisposition: z.enum(['attachment', 'inline']).optional(),
  fileName: fileName.optional(),
  metadata: blobMetadata.optional(),
  contentHash: contentHash.optional().describe('Checked: 400 ContentHashMismatch'),
  ifMatch: z.string().max(66).optional().describe('Entity tag of the blob to replace'),
  ifEntryMatch: z.string().max(66).optional().describe('Entity tag of the entry'),
});

/** `BlobUploadOptions` as query parameters. The content type is the request's `Content-Type`; `metadata` is JSON. */
export const blobUploadQuery = z.strictObject({
  overwrite: booleanQuery.default(false),
  contentEncoding: z.string().max(64).optional(),
  contentDisposition: z.enum(['attachment', 'inline']).optional(),
  fileName: fileName.optional(),
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
    .optional(),
  contentHash: contentHash.optional(),
  ifEntryMatch: z.string().max(66).optional(),
});

export const uploadListQuery = z.strictObject({ ...pageQuery, storeName: storeName.optional() });

/** Input of a resumable upload (tus 1.0): the JSON in its `Upload-Metadata`. */
export const resumableUploadInput = blobUploadOptions.extend({
  storeName,
  id: stateId,
  contentLength: z.number().int().min(0),
  createEntry: z.boolean().default(false).describe('Creates the entry with the value null when it does not exist'),
});

/** A resumable upload in progress. */
export const resumableUpload = z.object({
  uploadId: z.string(),
  storeName: z.string(),
  id: z.string(),
  fileName: z.string().optional(),
  contentLength: z.number().int(),
  receivedBytes: z.number().int(),
  createdOn: timestamp,
  expiresOn: timestamp,
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
