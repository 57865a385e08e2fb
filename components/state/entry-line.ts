import { isJsonObject, type JsonObject, type StateResponse, stringifyJson } from '#contract';
import { readJson } from '@/components/json/read-json.ts';
import { idProblem } from './entry-id.ts';
import { bytesOf, stateLimits } from './state-limits.ts';

/** An entry as a line of an export: what it takes to save it again. */
export function lineOf(
  entry: Pick<StateResponse, 'id' | 'value' | 'contentType' | 'tags' | 'sensitive' | 'hasBlob' | 'expiresOn'>,
): string {
  const { id, value = null, contentType, tags, sensitive, hasBlob, expiresOn } = entry;
  return stringifyJson({
    id,
    value,
    ...(contentType !== 'application/json' && { contentType }),
    ...(Object.keys(tags).length > 0 && { tags }),
    ...(sensitive !== undefined && sensitive.length > 0 && { sensitive }),
    ...(hasBlob && { hasBlob }),
    ...(expiresOn !== undefined && { expiresOn }),
  });
}

/** A line of an import: an entry to save, or what is wrong with it. */
type ReadLine =
  | { kind: 'entry'; id: string; input: JsonObject; warning?: string }
  | { kind: 'problem'; message: string; id?: string }
  | { kind: 'blank' };

const members = new Set(['id', 'value', 'contentType', 'tags', 'sensitive', 'hasBlob', 'expiresOn', 'ttlInSeconds']);

/** Reads a line of JSON lines as an entry. `now`: an expiry becomes the time that remains of it. */
export function readLine(line: string, now: number): ReadLine {
  if (line.trim() === '') return { kind: 'blank' };
  const value = readJson(line);
  if (value === undefined) return { kind: 'problem', message: 'Not valid JSON' };
  if (!isJsonObject(value)) return { kind: 'problem', message: 'An entry must be a JSON object' };
  const { id, expiresOn, ...rest } = value;
  if (typeof id !== 'string') return { kind: 'problem', message: 'The id is missing' };
  const problem = (message: string): ReadLine => ({ kind: 'problem', message, id });
  const wrongId = idProblem(id);
  if (wrongId !== undefined) return problem(wrongId);
  const unknown = Object.keys(rest).find((name) => !members.has(name));
  if (unknown !== undefined) return problem(`“${unknown}” is not a member of an entry`);
  if (rest.value === undefined) return problem('The value is missing');
  if (bytesOf(stringifyJson(rest.value)) > stateLimits.valueBytes) return problem('The value is larger than 4 MiB');
  const input = { id, ...rest };
  if (expiresOn === undefined) return withWarning(id, input);
  const rests = typeof expiresOn === 'string' ? Math.ceil((Date.parse(expiresOn) - now) / 1_000) : Number.NaN;
  if (Number.isNaN(rests)) return problem('expiresOn is not a time');
  if (rests <= 0) return problem('The entry has expired');
  return withWarning(id, { ...input, ttlInSeconds: rests });
}

function withWarning(id: string, input: JsonObject): ReadLine {
  const isRedacted = stringifyJson(input.value).includes('"$redacted":true');
  if (!isRedacted) return { kind: 'entry', id, input };
  const warning = 'Contains redacted values: an existing entry keeps its values, a new entry is refused';
  return { kind: 'entry', id, input, warning };
}
