import type { JsonScalar } from '#contract';
import type { FieldSink } from './input-fields.ts';

/** Which side of a comparison a task is on. */
export type Side = 'matching' | 'others';

/** How many tasks of each side have a value. */
export type ValueCounts = { value: JsonScalar; matching: number; others: number };

/** A field with more values tells tasks apart, not causes: further values are not counted by themselves. */
const mostValues = 2_000;
const mostFields = 1_000;
/** Fields, and the objects and lists around them. */
const mostPlaces = 5_000;

/** Counts the values of the fields of tasks on two sides. Its memory is bounded. */
export class Tally {
  /** The fields that have values. */
  readonly fields: FieldCounts[] = [];
  side: Side = 'matching';
  /** The number of the task whose values are added. */
  task = 0;
  places = 0;
  readonly #top = new Map<string, FieldCounts>();

  /** The values that are added next are those of another task. */
  begin(side: Side): void {
    this.side = side;
    this.task += 1;
  }

  /** A field that is no part of another. */
  field(name: string): FieldCounts {
    const known = this.#top.get(name);
    if (known !== undefined) return known;
    const made = new FieldCounts(this, name);
    this.#top.set(name, made);
    return made;
  }
}

/** How many tasks of each side have a field, and each of its values. */
export class FieldCounts implements FieldSink {
  matching = 0;
  others = 0;
  readonly name: string;
  readonly #tally: Tally;
  readonly #members = new Map<string, FieldCounts>();
  readonly #values = new Map<JsonScalar, Counted>();
  #lastTask = 0;

  constructor(tally: Tally, name: string) {
    this.#tally = tally;
    this.name = name;
  }

  get values(): ValueCounts[] {
    return [...this.#values.values()];
  }

  /** `nameOf` names the member when it is met for the first time. */
  member(part: string, nameOf: (field: string, part: string) => string): FieldCounts | undefined {
    const known = this.#members.get(part);
    if (known !== undefined || this.#tally.places >= mostPlaces) return known;
    this.#tally.places += 1;
    const made = new FieldCounts(this.#tally, nameOf(this.name, part));
    this.#members.set(part, made);
    return made;
  }

  /** Adds a value of the task. A field with several values, such as a list, counts once for each different one. */
  add(value: JsonScalar): void {
    const { side, task, fields } = this.#tally;
    if (this.#lastTask === 0) {
      if (fields.length >= mostFields) return;
      fields.push(this);
    }
    if (this.#lastTask !== task) this[side] += 1;
    this.#lastTask = task;
    // A number that no double holds is an object. No text of a value begins with NUL.
    const key = typeof value === 'object' && value !== null ? `\0${value}` : value;
    let counted = this.#values.get(key);
    if (counted?.lastTask === task) return;
    if (counted === undefined) {
      if (this.#values.size >= mostValues) return;
      counted = { value, matching: 0, others: 0, lastTask: task };
      this.#values.set(key, counted);
    }
    counted.lastTask = task;
    counted[side] += 1;
  }
}

type Counted = ValueCounts & { lastTask: number };
