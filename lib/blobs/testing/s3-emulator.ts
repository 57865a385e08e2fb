import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver, { type Middleware } from 's3rver';
import type { S3Config } from '../config.ts';

/** S3 over a temporary folder, on a free port of loopback, with one bucket. */
export async function startS3Emulator(): Promise<{ config: S3Config; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'taskdeck-s3-'));
  const bucket = 'blobs';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  server.middleware.unshift(unfinishedUploads(join(directory, bucket, '._S3rver_uploads')));
  const { port } = await server.run();
  return {
    config: {
      store: 's3',
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      prefix: 'taskdeck/',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      isPathStyle: true,
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The two calls that S3rver lacks: ListMultipartUploads and AbortMultipartUpload. */
function unfinishedUploads(folder: string): Middleware {
  return async (context, next) => {
    const { uploadId, uploads } = context.query;
    if (context.method === 'DELETE' && typeof uploadId === 'string') {
      await rm(join(folder, uploadId), { recursive: true, force: true });
      context.status = 204;
    } else if (context.method === 'GET' && uploads !== undefined) {
      const ids = await readdir(folder).catch(() => []);
      const rows = await Promise.all(
        ids.map(async (id) => {
          const key = await readFile(join(folder, id, 'key'), 'utf8');
          return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2026-01-01T00:00:00.000Z</Initiated></Upload>`;
        }),
      );
      context.type = 'application/xml';
      context.body = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListMultipartUploadsResult>`;
    } else await next();
  };
}
