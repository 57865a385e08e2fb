import type { JsonValue } from '#contract';
import type { Engine } from '#engine';
import type { State } from '#state';

declare const hidden: unique symbol;

/**
 * A value that a sensitive pointer may cover. Only `reveal` opens it, so it cannot become a part of an answer. It is an
 * interface because a type of an object would pass for any JSON.
 */
export interface Hidden<Value> {
  readonly [hidden]: Value;
}

/** Sizes that tell the length of a value, and the facts of a blob, by the names that all records use. */
type HiddenName = 'valueBytes' | 'blobBytes' | 'blob';

/**
 * A record as engine and state give it, with everything closed that a sensitive pointer may cover: any JSON, an error,
 * and what tells of them. A new field of these kinds is closed without being named here.
 */
export type Guarded<Value> = [JsonValue] extends [Value]
  ? Hidden<Value>
  : Value extends { name: string; message: string }
    ? Hidden<Value>
    : Value extends (...args: never) => unknown
      ? Value
      : Value extends readonly (infer Item)[]
        ? Guarded<Item>[]
        : Value extends ReadonlyMap<unknown, unknown>
          ? Value
          : Value extends object
            ? { [Name in keyof Value]: Name extends HiddenName ? Hidden<Value[Name]> : Guarded<Value[Name]> }
            : Value;

/** A room whose answers are guarded. */
type GuardedRoom<Room> = {
  [Name in keyof Room]: Room[Name] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Promise<Guarded<Answer>>
    : Room[Name];
};

/** Closes the answers of a room. It changes nothing at run time: types alone keep them closed. */
export function guardRoom<Room>(room: Room): GuardedRoom<Room>;
export function guardRoom(room: unknown): unknown {
  return room;
}

/** Opens a record. Only the functions of this folder do so, which decide what a caller may see of it. */
export function reveal<Value>(record: Guarded<Value>): Value;
export function reveal(record: unknown): unknown {
  return record;
}

/** Closes a record again after one of the functions of this folder has changed it. */
export function guard<Value>(record: Value): Guarded<Value>;
export function guard(record: unknown): unknown {
  return record;
}

export type GuardedEngine = GuardedRoom<Engine>;
export type GuardedState = GuardedRoom<State>;
