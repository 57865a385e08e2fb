import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { ByteRange } from '../blob-store.ts';
import type { S3Config } from '../config.ts';
import { type ObjectService, PartsLostError } from '../parts/object-service.ts';

/** A bucket as an `ObjectService`. */
export function s3Service(client: S3Client, config: Pick<S3Config, 'bucket' | 'prefix' | 'endpoint'>): ObjectService {
  const at = (name: string) => ({ Bucket: config.bucket, Key: config.prefix + name });
  const nameOf = (key: string | undefined) => (key ?? '').slice(config.prefix.length);
  const aborting = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {});

  return {
    description: `s3 (${config.endpoint ? `${config.endpoint} ` : ''}${config.bucket}/${config.prefix})`,

    async beginParts(name, signal) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(name)), aborting(signal));
      if (UploadId === undefined) throw new Error('S3 began an upload in parts without saying how it is named');
      return UploadId;
    },

    async putPart(name, parts, number, bytes, signal) {
      const command = new UploadPartCommand({ ...at(name), UploadId: parts, PartNumber: number, Body: bytes });
      const { ETag } = await unlessPartsLost(client.send(command, aborting(signal)));
      if (ETag === undefined) throw new Error(`S3 took part ${number} without an entity tag`);
      return ETag;
    },

    async completeParts(name, parts, tags, signal) {
      const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
      const command = new CompleteMultipartUploadCommand({ ...at(name), UploadId: parts, MultipartUpload: { Parts } });
      await unlessPartsLost(client.send(command, aborting(signal)));
    },

    async abandonParts(name, parts, signal) {
      if (parts === '') return;
      const command = new AbortMultipartUploadCommand({ ...at(name), UploadId: parts });
      await unless(['NoSuchUpload'], client.send(command, aborting(signal)));
    },

    async putObject(name, bytes, signal) {
      await client.send(new PutObjectCommand({ ...at(name), Body: bytes }), aborting(signal));
    },

    async getObject(name, range, signal) {
      if (range && range.end < range.start) return Readable.from([]);
      const command = new GetObjectCommand({ ...at(name), ...(range && { Range: rangeHeader(range) }) });
      const answer = await unless(['NoSuchKey', 'NotFound'], client.send(command, aborting(signal)));
      if (answer === undefined) return undefined;
      if (!(answer.Body instanceof Readable)) throw new Error('S3 answered without a stream');
      return answer.Body;
    },

    async lengthOf(name, signal) {
      const work = client.send(new HeadObjectCommand(at(name)), aborting(signal));
      const answer = await unless(['NoSuchKey', 'NotFound'], work);
      return answer && (answer.ContentLength ?? 0);
    },

    async removeObject(name, signal) {
      await client.send(new DeleteObjectCommand(at(name)), aborting(signal));
    },

    async *listObjects(prefix, signal) {
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: config.bucket,
            Prefix: config.prefix + prefix,
            ...(token !== undefined && { ContinuationToken: token }),
          }),
          aborting(signal),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield { name: nameOf(Key), contentLength: Size ?? 0, modifiedOn: timeOf(LastModified) };
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },

    async *listParts(prefix, signal) {
      let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
      while (from) {
        const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
          Bucket: config.bucket,
          Prefix: config.prefix + prefix,
          ...from,
        });
        // Some S3-compatible services do not list uploads. There, a lifecycle rule of the bucket must remove them.
        const page: ListMultipartUploadsCommandOutput | undefined = await unless(
          ['NotImplemented', 'MethodNotAllowed'],
          client.send(command, aborting(signal)),
        );
        for (const { Key, UploadId, Initiated } of page?.Uploads ?? [])
          yield { name: nameOf(Key), parts: UploadId ?? '', modifiedOn: timeOf(Initiated) };
        from =
          page?.IsTruncated && page.NextKeyMarker
            ? {
                KeyMarker: page.NextKeyMarker,
                ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
              }
            : undefined;
      }
    },

    async check(signal) {
      const name = 'probe';
      try {
        await client.send(new PutObjectCommand({ ...at(name), Body: new Uint8Array(1) }), aborting(signal));
        await client.send(new DeleteObjectCommand(at(name)), aborting(signal));
      } catch (error) {
        const reason = error instanceof Error ? error.message || error.name : String(error);
        throw new Error(`the bucket ${config.bucket} cannot be written to: ${reason}`, { cause: error });
      }
    },
  };
}

const rangeHeader = ({ start, end }: ByteRange) => `bytes=${start}-${end}`;
const timeOf = (time: Date | undefined) => (time ?? new Date(0)).toISOString();

/** Resolves with `undefined` when the service answers with one of these errors. */
async function unless<Answer>(names: readonly string[], work: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && names.includes(error.name)) return undefined;
    throw error;
  }
}

/** A rule of the bucket can remove the parts of an object that is not complete. */
async function unlessPartsLost<Answer>(work: Promise<Answer>): Promise<Answer> {
  const answer = await unless(['NoSuchUpload', 'InvalidPart'], work);
  if (answer === undefined) throw new PartsLostError('S3 does not have the parts any more');
  return answer;
}
