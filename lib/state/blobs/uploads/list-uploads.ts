import { z } from 'zod';
import { type Page, type ResumableUpload, TaskdeckError, timestamp } from '#contract';
import { type UploadContext, type UploadRow, uploadColumns, uploadRecord } from './upload-row.ts';

type Filter = {
  maxPageSize: number;
  continuationToken?: string | undefined;
  storeName?: string | undefined;
};

/** See `State.listUploads`: those not yet complete, newest first. */
export async function listUploads(
  { database }: UploadContext,
  namespace: string,
  identity: string,
  { maxPageSize, continuationToken, storeName }: Filter,
): Promise<Page<ResumableUpload>> {
  const from = continuationToken === undefined ? undefined : decode(continuationToken);
  const rows = await database<UploadRow[]>`
    select ${uploadColumns(database)} from blob_upload
    where identity = ${identity} and namespace = ${namespace} and is_resumable and result is null
      and expires_on > clock_timestamp()
      ${storeName === undefined ? database`` : database`and store_name = ${storeName}`}
      ${from === undefined ? database`` : database`and (created_on, key) < (${from[0]}, ${from[1]})`}
    order by created_on desc, key desc limit ${maxPageSize + 1}`;
  const value = rows.slice(0, maxPageSize).map(uploadRecord);
  const last = rows[maxPageSize - 1];
  if (rows.length <= maxPageSize || last === undefined) return { value };
  return { value, continuationToken: encode([last.created_on, last.key]) };
}

const position = z.tuple([timestamp, z.uuid()]);

const encode = (at: z.input<typeof position>) => Buffer.from(at.join(' ')).toString('base64url');

function decode(token: string): z.output<typeof position> {
  const parsed = position.safeParse(Buffer.from(token, 'base64url').toString('utf8').split(' '));
  if (parsed.success) return parsed.data;
  throw new TaskdeckError(
    'InvalidContinuationToken',
    'the continuation token is not one of this list; start again without it',
  );
}
