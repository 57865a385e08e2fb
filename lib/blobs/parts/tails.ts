import type { ObjectService } from './object-service.ts';
import { bytesLost, lengthOfState, type PartedState } from './parted-state.ts';
import { readAll } from './read-all.ts';

/** The prefix of the bytes of an upload that do not fill a part yet. */
export const tailsPrefix = (key: string) => `uploads/${key}/`;
/** The name of a tail. Each length has its own, so that after a writer's death the previous tail still exists. */
export const tailName = (key: string, length: number) => `${tailsPrefix(key)}${length}`;

/** Reads the tail that a state names. Rejects with `BytesLostError` when it is not whole any more. */
export async function readTail(service: ObjectService, key: string, state: PartedState): Promise<Uint8Array> {
  if (state.tail === 0) return new Uint8Array();
  const stream = await service.getObject(tailName(key, lengthOfState(state)));
  const rest = stream === undefined ? new Uint8Array() : await readAll(stream);
  if (rest.byteLength === state.tail) return rest;
  throw bytesLost({ ...state, tail: 0 });
}

/** Removes every tail of an upload. */
export async function removeTails(service: ObjectService, key: string): Promise<void> {
  for await (const { name } of service.listObjects(tailsPrefix(key))) await service.removeObject(name);
}
