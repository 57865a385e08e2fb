import { Readable } from 'node:stream';
import { type ContainerClient, isRestError } from '@azure/storage-blob';
import type { AzureConfig } from '../config.ts';
import { type ObjectService, PartsLostError } from '../parts/object-service.ts';

/** A container as an `ObjectService`. Parts are staged blocks, which Azure deletes after a week. */
export function azureService(container: ContainerClient, config: Pick<AzureConfig, 'prefix'>): ObjectService {
  const at = (name: string) => container.getBlockBlobClient(config.prefix + name);
  const aborting = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {});

  return {
    description: `azure (${container.accountName} ${container.containerName}/${config.prefix})`,

    // Blocks belong to their blob, and each key is used only once.
    beginParts: async () => 'blocks',

    async putPart(name, _parts, number, bytes, signal) {
      const id = blockId(number);
      await at(name).stageBlock(id, bytes, bytes.byteLength, aborting(signal));
      return id;
    },

    async completeParts(name, _parts, tags, signal) {
      try {
        await at(name).commitBlockList([...tags], aborting(signal));
      } catch (error) {
        if (!isRestError(error) || error.code !== 'InvalidBlockList') throw error;
        throw new PartsLostError('Azure does not have the blocks any more', { cause: error });
      }
    },

    async abandonParts(name, _parts, signal) {
      const blob = at(name);
      if (await blob.exists(aborting(signal))) return;
      await blob.commitBlockList([], aborting(signal)); // nothing else removes staged blocks at once
      await blob.deleteIfExists(aborting(signal));
    },

    async putObject(name, bytes, signal) {
      await at(name).upload(bytes, bytes.byteLength, aborting(signal));
    },

    async getObject(name, range, signal) {
      if (range && range.end < range.start) return Readable.from([]);
      const count = range && range.end - range.start + 1;
      const answer = await unlessMissing(at(name).download(range?.start ?? 0, count, aborting(signal)));
      if (answer === undefined) return undefined;
      if (!(answer.readableStreamBody instanceof Readable)) throw new Error('Azure answered without a stream');
      return answer.readableStreamBody;
    },

    async lengthOf(name, signal) {
      const answer = await unlessMissing(at(name).getProperties(aborting(signal)));
      return answer && (answer.contentLength ?? 0);
    },

    async removeObject(name, signal) {
      await at(name).deleteIfExists({ deleteSnapshots: 'include', ...aborting(signal) });
    },

    async *listObjects(prefix, signal) {
      const listed = container.listBlobsFlat({ prefix: config.prefix + prefix, ...aborting(signal) });
      for await (const { name, properties } of listed)
        yield {
          name: name.slice(config.prefix.length),
          contentLength: properties.contentLength ?? 0,
          modifiedOn: properties.lastModified.toISOString(),
        };
    },

    // Azure does not report when a block was staged, and deletes it after a week.
    async *listParts() {},

    async check(signal) {
      const probe = at('probe');
      try {
        await probe.upload(Buffer.alloc(1), 1, aborting(signal));
        await probe.deleteIfExists(aborting(signal));
      } catch (error) {
        const reason = isRestError(error) ? (error.code ?? error.message) : String(error);
        throw new Error(`the container ${container.containerName} cannot be written to: ${reason}`, { cause: error });
      }
    },
  };
}

/** All block ids of a blob have the same length. */
const blockId = (number: number) => Buffer.from(String(number).padStart(6, '0')).toString('base64');

async function unlessMissing<Answer>(work: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isRestError(error) && error.statusCode === 404 && error.code !== 'ContainerNotFound') return undefined;
    throw error;
  }
}
