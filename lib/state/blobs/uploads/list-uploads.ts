import { z } from 'zod';
import { type Page, type Paging, type ResumableUpload, timestampInput } from '#contract';
import { decodePageToken, matchingNames, pageFrom } from '#database';
import { type UploadContext, type UploadRow, uploadColumns, uploadRecord } from './upload-row.ts';

type Filter = Paging & {
  storeName?: string | undefined;
  /** Only of these stores, or of prefixes followed by `*`. */
  stores?: readonly string[] | undefined;
};

const position = z.tuple([timestampInput, z.guid()]);

/** Lists the incomplete uploads of an identity, newest first. */
export async function listUploads(
  { database }: UploadContext,
  namespace: string,
  identity: string,
  { maxPageSize, continuationToken, storeName, stores }: Filter,
): Promise<Page<ResumableUpload>> {
  const list = ['uploads', namespace, identity, storeName];
  const from = decodePageToken(list, continuationToken, position);
  const rows = await database<UploadRow[]>`
    select ${uploadColumns(database)} from blob_upload
    where identity = ${identity} and namespace = ${namespace} and is_resumable and result is null
      and expires_on > clock_timestamp()
      ${storeName === undefined ? database`` : database`and store_name = ${storeName}`}
      ${stores === undefined ? database`` : database`and ${matchingNames(database, database`store_name`, stores)}`}
      ${from === undefined ? database`` : database`and (created_on, key) < (${from[0]}, ${from[1]})`}
    order by created_on desc, key desc limit ${maxPageSize + 1}`;
  return pageFrom(rows, { list, maxPageSize, convert: uploadRecord, position: (last) => [last.created_on, last.key] });
}
