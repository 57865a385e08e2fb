import { addAbortSignal } from 'node:stream';
import { checkedKey } from '../blob-key.ts';
import { AppendError, BlobMissingError, type BlobStore } from '../blob-store.ts';
import { blobName, type ObjectService, PartsLostError } from './object-service.ts';
import { writeParts } from './part-writer.ts';
import { listItems, removeItem } from './parted-items.ts';
import { bytesLost, lengthOfState, type PartedState, parseState, stringifyState } from './parted-state.ts';
import { readTail, removeTails, tailName } from './tails.ts';
import { NoAnswerError } from './time-limits.ts';
import { uploadParts } from './upload-parts.ts';

/** Above the 5 MiB that S3 requires of every part but the last. */
const partBytes = 8 * 1024 * 1024;

/**
 * A blob store over an object service. All parts of an upload have one size. Bytes that do not fill a part are in an
 * object of their own, the tail, and begin the next part, so an upload can continue after pieces of any size. Only the
 * parts and the tail that the upload's state names count.
 */
export function partedBlobStore(service: ObjectService): BlobStore {
  /** Does what completes an object of this length. That it failed counts for nothing when the object is there. */
  async function completing(name: string, length: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof NoAnswerError || (await service.lengthOf(name)) !== length)
        throw error instanceof PartsLostError ? bytesLost(emptyState, { cause: error }) : error;
    }
  }

  return {
    description: service.description,

    async put(key, source, signal) {
      const name = blobName(checkedKey(key));
      const parts = uploadParts(service, key, emptyState, signal);
      try {
        const options = { partBytes, firstNumber: 1, putPart: parts.put, signal };
        const written = await writeParts(new Uint8Array(), source, options);
        if (written.failure) throw written.failure.cause;
        const { tags, rest } = written;
        const length = tags.length * partBytes + rest.byteLength;
        if (tags.length === 0) await service.putObject(name, rest, signal);
        else {
          if (rest.byteLength > 0) tags.push(await parts.put(tags.length + 1, rest));
          const id = await parts.id();
          await completing(name, length, () => service.completeParts(name, id, tags));
        }
        return length;
      } catch (error) {
        if (!(error instanceof NoAnswerError)) await parts.remove().catch(() => {});
        throw error; // what is left is swept when the service answers again
      }
    },

    async begin(key) {
      checkedKey(key);
      return stringifyState(emptyState);
    },

    async append(key, text, offset, source, signal) {
      const state = parseState(text);
      if (lengthOfState(state) !== offset)
        throw new RangeError(`upload ${checkedKey(key)} is at ${lengthOfState(state)}, not at ${offset}`);
      if (state.stale !== undefined) await service.removeObject(tailName(key, state.stale));
      const parts = uploadParts(service, key, state); // parts being sent are completed, because they count
      const written = await writeParts(await readTail(service, key, state), source, {
        partBytes: state.partBytes,
        firstNumber: state.tags.length + 1,
        putPart: parts.put,
        signal,
      });
      if (written.failure?.cause instanceof PartsLostError) throw bytesLost(emptyState, written.failure);
      const next: PartedState = {
        parts: await parts.id(),
        partBytes: state.partBytes,
        tags: [...state.tags, ...written.tags],
        tail: written.rest.byteLength,
      };
      const length = lengthOfState(next);
      if (length < offset) throw new AppendError(text, offset, written.failure?.cause);
      if (state.tail > 0 && length > offset) next.stale = offset;
      if (next.tail > 0 && length > offset) await service.putObject(tailName(key, length), written.rest);
      if (written.failure) throw new AppendError(stringifyState(next), length, written.failure.cause);
      return { state: stringifyState(next), length };
    },

    async finish(key, text) {
      const state = parseState(text);
      const name = blobName(checkedKey(key));
      const length = lengthOfState(state);
      await completing(name, length, async () => {
        const rest = await readTail(service, key, state);
        if (state.tags.length === 0) return service.putObject(name, rest);
        const tags = [...state.tags];
        if (rest.byteLength > 0) tags.push(await service.putPart(name, state.parts, tags.length + 1, rest));
        return service.completeParts(name, state.parts, tags);
      });
      await removeTails(service, key);
    },

    async abandon(key, text) {
      const parts = text === undefined ? '' : parseState(text).parts;
      await service.abandonParts(blobName(checkedKey(key)), parts);
      await removeTails(service, checkedKey(key));
    },

    async read(key, range, signal) {
      const stream = await service.getObject(blobName(checkedKey(key)), range, signal);
      if (stream === undefined) throw new BlobMissingError(key);
      return signal === undefined ? stream : addAbortSignal(signal, stream);
    },

    lengthOf: (key) => service.lengthOf(blobName(checkedKey(key))),
    remove: (key) => service.removeObject(blobName(checkedKey(key))),
    list: () => listItems(service),
    removeItem: (item) => removeItem(service, item),

    async check() {
      await service.check();
      try {
        for await (const _ of service.listObjects('uploads/')) break;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`the objects of ${service.description} cannot be listed: ${reason}`, { cause: error });
      }
    },
  };
}

const emptyState: PartedState = { parts: '', partBytes, tags: [], tail: 0 };
