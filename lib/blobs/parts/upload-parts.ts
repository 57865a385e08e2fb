import { blobName, type ObjectService } from './object-service.ts';
import type { PartedState } from './parted-state.ts';

/** 10,000 parts of 8 MiB, the size of those of a new upload, are 78 GiB. */
const maximumParts = 10_000;

/**
 * The parts of a blob that is being written, from those that the state names on. They are started together with the
 * first one, so that a small blob is one object.
 */
export function uploadParts(service: ObjectService, key: string, state: PartedState, signal?: AbortSignal) {
  const name = blobName(key);
  let begun = state.parts === '' ? undefined : Promise.resolve(state.parts);
  const id = async () => (await begun) ?? '';
  return {
    /** The service's identifier of the parts. Empty before the first part. */
    id,

    /** Writes a part. Resolves with the service's tag of it. */
    async put(number: number, bytes: Uint8Array): Promise<string> {
      if (number > maximumParts)
        throw new RangeError(`a blob has at most ${maximumParts} parts of ${state.partBytes} bytes`);
      begun ??= service.beginParts(name);
      return service.putPart(name, await begun, number, bytes, signal);
    },

    /** Removes what came to the service: parts, or the object that it has completed. */
    async remove(): Promise<void> {
      await service.abandonParts(name, await id());
      await service.removeObject(name);
    },
  };
}
