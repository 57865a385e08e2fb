import { z } from 'zod';
import { stateId, storeName, timestamp } from './identifiers.ts';
import { booleanQuery, pageQuery } from './paging.ts';

/** A blob's own string map. */
export const blobMetadata = z
  .record(z.string().min(1).max(128), z.string().max(1024))
  .refine((map) => Object.keys(map).length <= 64, 'at most 64 names');

/**
 * What a downloaded file is called: 1 to 255 characters but NUL and DEL. Line breaks are allowed, for what comes after them
 * is encoded in `Content-Disposition`.
 */
export const fileName = z
  .string()
  .min(1)
  .max(255)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what may not stand in a file name
  .regex(/^[^\u0000\u007f]*$/, 'a file name of 1 to 255 characters');

/** A media type as `Content-Type` can carry it. */
export const mediaType = z
  .string()
  .max(256)
  .regex(
    /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=("[ !#-[\]-~]*"|[!#-:<-~]+))*$/,
    'a media type of at most 256 characters, such as text/csv',
  );

/** SHA-256 in lower-case hexadecimal digits. */
export const contentHash = z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits (SHA-256)');

/** A blob's facts. `etag` and `versionId` name its content: they are the same for as long as the bytes are. */
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

/** The answer to an upload: the blob, and the entry's entity tag and version that it made. */
export const blobUploadResult = blobInfo.extend({
  storeName: z.string(),
  id: z.string(),
  entryEtag: z.string(),
  version: z.number().int(),
  receipt: z.string().optional().describe('Left out where a retry found the blob there and its answer lost'),
});

/** How a blob is uploaded; all but the overwrite rule is also what a download tells of it. */
export const blobUploadOptions = z.strictObject({
  overwrite: z.boolean().default(false).describe('false: 409 BlobAlreadyExists where there is one, checked at commit'),
  contentType: mediaType.optional(),
  contentEncoding: z.string().max(64).optional(),
  contentDisposition: z.enum(['attachment', 'inline']).optional(),
  fileName: fileName.optional(),
  metadata: blobMetadata.optional(),
  contentHash: contentHash.optional().describe('Checked: 400 ContentHashMismatch'),
  ifMatch: z.string().max(66).optional().describe("The blob's entity tag that is to be replaced"),
  ifEntryMatch: z.string().max(66).optional().describe("The entry's entity tag"),
});

/** `BlobUploadOptions` as a query; the content type is the request's own, `metadata` is JSON. */
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

/** An upload that can be resumed (tus 1.0): what its `Upload-Metadata` says, as JSON. */
export const resumableUploadInput = blobUploadOptions.extend({
  storeName,
  id: stateId,
  contentLength: z.number().int().min(0),
  createEntry: z.boolean().default(false).describe('Creates the entry (value null) where there is none'),
});

/** An upload under way. */
export const resumableUpload = z.object({
  uploadId: z.string(),
  storeName: z.string(),
  id: z.string(),
  fileName: z.string().optional(),
  contentLength: z.number().int(),
  receivedBytes: z.number().int(),
  createdOn: timestamp,
  expiresOn: timestamp,
  result: blobUploadResult.optional().describe('Once it is complete'),
});

export type BlobMetadata = z.output<typeof blobMetadata>;
export type BlobInfo = z.output<typeof blobInfo>;
export type BlobUploadResult = z.output<typeof blobUploadResult>;
export type BlobUploadOptions = z.input<typeof blobUploadOptions>;
export type ParsedBlobUploadOptions = z.output<typeof blobUploadOptions>;
export type ResumableUploadInput = z.input<typeof resumableUploadInput>;
export type ParsedResumableUploadInput = z.output<typeof resumableUploadInput>;
export type ResumableUpload = z.output<typeof resumableUpload>;
