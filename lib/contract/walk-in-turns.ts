import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { pointerPart } from './pointer.ts';
import { Turn } from './turn.ts';

/** An object or array that is looked through: its names, when it has names, and the place of the next part. */
type Frame = {
  part: JsonValue;
  names: readonly string[] | undefined;
  length: number;
  next: number;
  beside?: JsonValue | undefined;
};

/** An object or array with the copy that is made of it. */
type CopiedFrame = Frame & { copy: JsonObject | JsonValue[]; isChanged: boolean };

/**
 * Calls `enters` with a value and the objects and arrays in it, in their order, and goes on in those for which it returns
 * true. `counterpart` is what `beside` has at the same place. Others have their turn while it looks through a large value.
 */
export async function walkInTurns(
  value: JsonValue,
  enters: (part: JsonValue, pointer: () => string, counterpart: JsonValue | undefined) => boolean,
  beside?: JsonValue,
): Promise<void> {
  const turn = new Turn();
  const open: Frame[] = [];
  const pointer = () => open.map((frame) => `/${pointerPart(currentName(frame))}`).join('');
  if (enters(value, pointer, beside)) open.push({ ...frameOf(value), beside });
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    if (turn.isOver()) await turn.next();
    if (frame.next === frame.length) {
      open.pop();
      continue;
    }
    const name = nextName(frame);
    const part = partAt(frame.part, name);
    if (!isContainer(part)) continue;
    const counterpart = counterpartAt(frame.beside, name);
    if (enters(part, pointer, counterpart)) open.push({ ...frameOf(part), beside: counterpart });
  }
}

/**
 * Resolves with a copy in which each object or array for which `replacementOf` returns a value is that value. Unaffected
 * parts are shared with the original. Others have their turn while it copies a large value.
 */
export async function replaceInTurns(
  value: JsonValue,
  replacementOf: (part: JsonValue) => JsonValue | undefined,
): Promise<JsonValue> {
  const turn = new Turn();
  const whole = copiedFrameOf([value]);
  const open = [whole];
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    if (turn.isOver()) await turn.next();
    if (frame.next < frame.length) {
      const name = nextName(frame);
      const part = partAt(frame.part, name) ?? null;
      const replacement = isContainer(part) ? replacementOf(part) : part;
      if (replacement === undefined) open.push(copiedFrameOf(part));
      else addPart(frame, name, part, replacement);
      continue;
    }
    open.pop();
    const parent = open.at(-1);
    if (parent !== undefined)
      addPart(parent, currentName(parent), frame.part, frame.isChanged ? frame.copy : frame.part);
  }
  return partAt(whole.copy, '0') ?? null;
}

/** The member or item of this name, or `undefined`. */
export function partAt(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** As `partAt`, and an item of an array has one name only: `1`, not `01`. */
function counterpartAt(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return Array.isArray(value) && String(Number(name)) !== name ? undefined : partAt(value, name);
}

/** Sets a member whatever its name is. */
export function setMember(object: JsonObject, name: string, value: JsonValue): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function isContainer(part: JsonValue | undefined): part is JsonValue {
  return typeof part === 'object' && part !== null;
}

function frameOf(part: JsonValue): Frame {
  const names = isJsonObject(part) ? Object.keys(part) : undefined;
  return { part, names, length: names?.length ?? (Array.isArray(part) ? part.length : 0), next: 0 };
}

function copiedFrameOf(part: JsonValue): CopiedFrame {
  return { ...frameOf(part), copy: isJsonObject(part) ? {} : [], isChanged: false };
}

function currentName({ names, next }: Frame): string {
  return names?.[next - 1] ?? String(next - 1);
}

function nextName(frame: Frame): string {
  frame.next += 1;
  return currentName(frame);
}

function addPart(frame: CopiedFrame, name: string, before: JsonValue, after: JsonValue): void {
  frame.isChanged ||= before !== after;
  if (Array.isArray(frame.copy)) frame.copy.push(after);
  else setMember(frame.copy, name, after);
}
