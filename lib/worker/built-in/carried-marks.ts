import { isJsonObject, type JsonValue, limits, pathOf, pointerPart, pointersBelow } from '#contract';
import { asReference } from './references.ts';
import type { WorkflowStep } from './workflow-input.ts';

type Marks = readonly string[];
type Workflow = { steps: readonly WorkflowStep[]; output?: JsonValue | undefined };

/**
 * Returns the pointers of the answer of `http.request` that its task's pointers lack: its output is the result of its
 * step, so a pointer to one also covers the other.
 */
export function marksOfAnswer(pointers: Marks): string[] {
  return [...mirrored('/output', '/steps/request'), ...mirrored('/steps/request', '/output')];

  function mirrored(from: string, to: string): string[] {
    return atMost(limits.sensitivePointers - pointers.length, marksAt(pointers, from)).map((mark) => to + mark);
  }
}

/**
 * Returns the pointers of the results and events whose copies in a workflow's output its task's pointers cover. They are
 * those of whole results when there are more than a task may have.
 */
export function marksOfSources({ steps, output }: Workflow, pointers: Marks): string[] {
  const most = limits.sensitivePointers - pointers.length;
  const rootsOf = new Map(steps.map((step) => [step.name, rootsOfResult(step)]));
  const copied =
    output === undefined
      ? steps.flatMap((step) =>
          marksAt(pointers, `/output/${pointerPart(step.name)}`).map((mark) => [step.name, mark] as const),
        )
      : sourcesOfCopy(output, marksAt(pointers, '/output'));
  const names = new Set<string>();
  const parts = new Set<string>();
  for (const [name, mark] of copied) {
    names.add(name);
    if (parts.size <= most) for (const root of rootsOf.get(name) ?? []) parts.add(root + mark);
  }
  return parts.size <= most ? [...parts] : [...names].flatMap((name) => rootsOf.get(name) ?? []);
}

/** Returns the covered parts of a step's result. */
export function marksOfResult(step: WorkflowStep, pointers: Marks): string[] {
  return rootsOfResult(step).flatMap((root) => marksAt(pointers, root));
}

/** Returns the pointers below /output at which a workflow copies values that its task's pointers cover. */
export function marksOfOutput({ steps, output }: Workflow, pointers: Marks): string[] {
  const results = marksOfResults(steps, pointers);
  const below =
    output === undefined
      ? [...results].flatMap(([name, marks]) => marks.map((mark) => `/${pointerPart(name)}${mark}`))
      : marksOfCopy(output, marksAt(pointers, '/input/output'), results);
  const marks = atMost(limits.sensitivePointers - pointers.length, below).map((mark) => `/output${mark}`);
  return marks.filter((mark) => !marksAt(pointers, mark).includes(''));
}

/** Returns the pointers in the fields of a log step, and whether its message is covered. */
export function marksOfLog(
  steps: readonly WorkflowStep[],
  index: number,
  pointers: Marks,
): { fields: string[]; isMessageCovered: boolean } {
  const step = steps[index];
  const place = `/input/steps/${index}/log`;
  const fields = step !== undefined && 'log' in step ? step.log.fields : undefined;
  return {
    fields:
      fields === undefined
        ? []
        : atMost(
            limits.sensitivePointers,
            marksOfCopy(fields, marksAt(pointers, `${place}/fields`), marksOfResults(steps, pointers)),
          ),
    isMessageCovered: marksAt(pointers, `${place}/message`).length > 0,
  };
}

/** The covered parts of each step's result. */
function marksOfResults(steps: readonly WorkflowStep[], pointers: Marks): Map<string, Marks> {
  return new Map(steps.map((step) => [step.name, marksOfResult(step, pointers)]));
}

/** The places of a step's result outside of the output. Sleeps and log steps have none. */
function rootsOfResult(step: WorkflowStep): string[] {
  const result = `/steps/${pointerPart(step.name)}`;
  if ('http' in step) return [result];
  return 'waitForEvent' in step ? [result, `/events/${pointerPart(step.waitForEvent.name)}`] : [];
}

/** The steps whose results a filled in value copies to covered places, each with the pointer in its result. */
function* sourcesOfCopy(value: JsonValue, own: Marks): Generator<readonly [step: string, pointer: string]> {
  if (own.length === 0) return;
  const reference = asReference(value);
  if (reference !== undefined) {
    for (const mark of own) yield [reference.step, reference.at + mark];
    return;
  }
  if (own.includes('') || isJoinedText(value)) {
    for (const [, part] of partsOf(value)) yield* sourcesOfCopy(part, ['']);
    return;
  }
  const below = marksByPart(own);
  for (const [name, part] of partsOf(value)) {
    const marks = below.get(name);
    if (marks !== undefined) yield* sourcesOfCopy(part, marks);
  }
}

const none: Marks = [];
const noMarks: ReadonlyMap<string, Marks> = new Map();

/** The pointers below each part of a value, by its name. A value can have millions of parts. */
function marksByPart(own: Marks): ReadonlyMap<string, Marks> {
  const names = new Set(own.flatMap((mark) => pathOf(mark)[0] ?? []));
  return new Map([...names].map((name) => [name, pointersBelow(`/${pointerPart(name)}`, own)]));
}

/**
 * The parts of a value that have marks of their own, or parts. All others copy nothing, and there can be millions: they get
 * no name.
 */
function* partsOf(value: JsonValue, marks = noMarks): Generator<readonly [name: string, part: JsonValue]> {
  if (Array.isArray(value)) {
    const marked = new Set([...marks.keys()].map(Number));
    for (const [index, part] of value.entries()) if (hasParts(part) || marked.has(index)) yield [String(index), part];
  } else if (isJsonObject(value)) {
    for (const [name, part] of Object.entries(value)) if (hasParts(part) || marks.has(name)) yield [name, part];
  }
}

function hasParts(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is `{"$text": […]}`. */
function isJoinedText(value: JsonValue): boolean {
  return isJsonObject(value) && Array.isArray(value.$text) && Object.keys(value).length === 1;
}

/**
 * Returns these pointers, or the one of the whole value when there are more than a number. A value can copy a covered
 * result in hundreds of thousands of places, so the others are not made.
 */
function atMost(most: number, marks: Iterable<string>): string[] {
  const first: string[] = [];
  for (const mark of marks) {
    if (first.length >= most) return [''];
    first.push(mark);
  }
  return first;
}

/** The pointers in a filled in value. `own` covers parts of the value as it is given. */
function* marksOfCopy(value: JsonValue, own: Marks, results: ReadonlyMap<string, Marks>): Generator<string> {
  if (own.includes('')) return yield '';
  const reference = asReference(value);
  if (reference !== undefined) {
    if (own.length > 0) yield '';
    else yield* marksAt(results.get(reference.step) ?? [], reference.at);
    return;
  }
  const isText = isJoinedText(value);
  const below = marksByPart(own);
  for (const [name, part] of partsOf(value, below)) {
    for (const mark of marksOfCopy(part, below.get(name) ?? none, results)) {
      if (isText) return yield '';
      yield `/${pointerPart(name)}${mark}`;
    }
  }
}

/** The pointers relative to a place. What covers the place itself, or more, is the empty pointer. */
function marksAt(pointers: Marks, place: string): string[] {
  const covers = pointers.some((pointer) => place === pointer || place.startsWith(`${pointer}/`));
  return covers ? [''] : pointersBelow(place, pointers);
}
