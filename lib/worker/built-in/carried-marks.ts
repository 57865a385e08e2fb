import { isJsonObject, type JsonValue, limits, pointerPart, pointersBelow } from '#contract';
import { asReference } from './references.ts';
import type { WorkflowStep } from './workflow-input.ts';

type Marks = readonly string[];
type Workflow = { steps: readonly WorkflowStep[]; output?: JsonValue | undefined };

/** Returns the pointers below /output at which a workflow copies values that its task's pointers cover. */
export function marksOfOutput({ steps, output }: Workflow, pointers: Marks): string[] {
  const results = marksOfResults(steps, pointers);
  const below =
    output === undefined
      ? [...results].flatMap(([name, marks]) => marks.map((mark) => `/${pointerPart(name)}${mark}`))
      : marksOfCopy(output, marksAt(pointers, '/input/output'), results);
  return atMost(limits.sensitivePointers - pointers.length, below).map((mark) => `/output${mark}`);
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
  return new Map(
    steps.map((step) => {
      const roots = [`/steps/${pointerPart(step.name)}`];
      if ('waitForEvent' in step) roots.push(`/events/${pointerPart(step.waitForEvent.name)}`);
      return [step.name, roots.flatMap((root) => pointersBelow(root, pointers))];
    }),
  );
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
  const parts: [string, JsonValue][] = Array.isArray(value)
    ? value.map((part, index) => [String(index), part])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  const isText = isJsonObject(value) && Array.isArray(value.$text) && parts.length === 1;
  for (const [name, part] of parts) {
    const at = `/${pointerPart(name)}`;
    for (const mark of marksOfCopy(part, pointersBelow(at, own), results)) {
      if (isText) return yield '';
      yield at + mark;
    }
  }
}

/** The pointers relative to a place. What covers the place itself, or more, is the empty pointer. */
function marksAt(pointers: Marks, place: string): string[] {
  const covers = pointers.some((pointer) => place === pointer || place.startsWith(`${pointer}/`));
  return covers ? [''] : pointersBelow(place, pointers);
}
