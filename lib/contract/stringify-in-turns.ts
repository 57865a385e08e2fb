import { stringifyJson } from './json.ts';
import { Turn } from './turn.ts';

/** A value with fewer parts is written in a few milliseconds. */
const maximumPartsAtOnce = 10_000;

/** As `stringifyJson`, and lets others have their turn while it writes a value of many parts. */
export async function stringifyInTurns(value: unknown): Promise<string> {
  if (hasFewParts(value, { left: maximumPartsAtOnce })) return stringifyJson(value);
  const pieces: string[] = [];
  await write(value, pieces, new Turn());
  return pieces.join('');
}

async function write(value: unknown, pieces: string[], turn: Turn): Promise<void> {
  if (hasFewParts(value, { left: maximumPartsAtOnce / 10 })) pieces.push(stringifyJson(value));
  else if (Array.isArray(value)) {
    pieces.push('[');
    for (const [index, item] of value.entries()) {
      if (index > 0) pieces.push(',');
      await writeOrPass(item, pieces, turn);
    }
    pieces.push(']');
  } else {
    pieces.push('{');
    let isFirst = true;
    for (const name in Object(value)) {
      const part: unknown = Reflect.get(Object(value), name);
      if (part === undefined) continue;
      pieces.push(`${isFirst ? '' : ','}${JSON.stringify(name)}:`);
      isFirst = false;
      await writeOrPass(part, pieces, turn);
    }
    pieces.push('}');
  }
}

/** Writes a scalar at once: an `await` for each would take longer than the writing. */
function writeOrPass(value: unknown, pieces: string[], turn: Turn): Promise<void> | undefined {
  if (typeof value !== 'object' || value === null) {
    pieces.push(stringifyJson(value));
    return turn.isOver() ? turn.next() : undefined;
  }
  return write(value, pieces, turn).then(() => (turn.isOver() ? turn.next() : undefined));
}

function hasFewParts(value: unknown, parts: { left: number }): boolean {
  parts.left -= 1;
  if (parts.left < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    if (value.length > parts.left) return false;
    return value.every((item) => hasFewParts(item, parts));
  }
  for (const name in value) if (!hasFewParts(Reflect.get(value, name), parts)) return false;
  return true;
}
