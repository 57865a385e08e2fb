import { isRedactedMarker, type JsonValue, pointerPart } from '#contract';

/** The parts of a task that are compared. Times are RFC 3339. */
export type ComparedTask = {
  type: string;
  queue: string;
  worker: string | null;
  version: string | null;
  startedOn: string | null;
  queuedOn: string | null;
  endedOn: string | null;
  tags: Readonly<Record<string, string>>;
  input: JsonValue | undefined;
};

const deepest = 6;
const longestText = 200;
const mostItems = 50;
const spans: readonly [word: string, belowMs: number][] = [
  ['under 10 ms', 10],
  ['under 100 ms', 100],
  ['under 1 s', 1_000],
  ['under 10 s', 10_000],
  ['under 1 min', 60_000],
  ['under 10 min', 600_000],
  ['under 1 h', 3_600_000],
  ['1 h and more', Number.POSITIVE_INFINITY],
];

/** Values of fields as JSON texts, by field. A set is kept only for a field with several: most have one. */
export type FieldValues = Map<string, string | Set<string>>;
type Scalar = string | number | boolean | bigint | null;

/** Returns the fields of a task with their values. Hidden values take no part. */
export function fieldsOf(task: ComparedTask): FieldValues {
  const fields = inputFields(task.input);
  const add = (field: string, value: Scalar) => addValue(fields, field, value);
  add('type', task.type);
  add('queue', task.queue);
  if (task.worker !== null) add('worker', task.worker);
  if (task.version !== null) add('version', task.version);
  const begun = task.startedOn ?? task.endedOn;
  if (begun !== null) add('hour', Number(begun.slice(11, 13)));
  addSpan(add, 'queueWait', task.queuedOn, task.startedOn);
  addSpan(add, 'duration', task.startedOn, task.endedOn);
  for (const [name, value] of Object.entries(task.tags)) add(`tag.${name}`, value);
  return fields;
}

/** Returns the scalar values of an input by their path. Hidden values take no part. */
export function inputFields(input: JsonValue | undefined): FieldValues {
  const fields: FieldValues = new Map();
  const walk = (value: JsonValue, path: string, depth: number): void => {
    if (value === null || typeof value !== 'object') addValue(fields, `input${path}`, value);
    else if (depth === deepest || isRedactedMarker(value)) return;
    else if (Array.isArray(value)) for (const item of value.slice(0, mostItems)) walk(item, `${path}/*`, depth + 1);
    else for (const [name, member] of Object.entries(value)) walk(member, `${path}/${pointerPart(name)}`, depth + 1);
  };
  if (input !== undefined) walk(input, '', 0);
  return fields;
}

function addValue(fields: FieldValues, field: string, value: Scalar): void {
  if (typeof value === 'string' && value.length > longestText) return;
  const text = typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
  const texts = fields.get(field);
  if (texts === undefined) fields.set(field, text);
  else if (typeof texts !== 'string') texts.add(text);
  else if (texts !== text) fields.set(field, new Set([texts, text]));
}

function addSpan(add: (field: string, value: string) => void, field: string, from: string | null, to: string | null) {
  if (from === null || to === null) return;
  const milliseconds = Date.parse(to) - Date.parse(from);
  const span = spans.find(([, below]) => milliseconds < below);
  if (span !== undefined) add(field, span[0]);
}
