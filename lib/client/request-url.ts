import { issueMessage, type Operation, stringifyJson, tellingAll } from '#contract';

/** Returns the URL of a call. Throws `TypeError` or `RangeError` for arguments that the contract does not allow. */
export function requestUrl(endpoint: string, operation: Operation, params: object, query: object): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValue(operation, name, Reflect.get(params, name))),
  );
  const search = queryString(operation, query);
  return search === '' ? endpoint + path : `${endpoint}${path}?${search}`;
}

function pathValue(operation: Operation, name: string, value: unknown): string {
  const text = textOf(name, value);
  const parsed = operation.params?.[name]?.safeParse(text, tellingAll);
  if (parsed?.success === true && typeof parsed.data === 'string' && typeof value !== 'string')
    throw new TypeError(`${name}: must be a string`);
  const issue = parsed?.error?.issues[0];
  if (parsed?.success !== true)
    throw new RangeError(`${name}: ${issue === undefined ? 'is not known' : issueMessage(issue)}`);
  return text;
}

function queryString(operation: Operation, query: object): string {
  const wire: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) wire[name] = value.map((item) => textOf(name, item));
    else if (typeof value === 'object' && value !== null) wire[name] = textOf(name, stringifyJson(value));
    else wire[name] = textOf(name, value);
  }
  const parsed = operation.query?.safeParse(wire, tellingAll);
  const issue = parsed?.error?.issues[0];
  if (issue !== undefined) throw new RangeError([issue.path.join('.'), issueMessage(issue)].filter(Boolean).join(': '));
  if (operation.query === undefined && Object.keys(wire).length > 0)
    throw new TypeError(`${Object.keys(wire).join(', ')}: not an option of this operation`);
  return new URLSearchParams(
    Object.entries(wire).flatMap(([name, value]) => [value].flat().map((text) => [name, text])),
  ).toString();
}

function textOf(name: string, value: unknown): string {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new RangeError(`${name}: is not well-formed Unicode`);
      if (value.includes('\u0000')) throw new RangeError(`${name}: U+0000 is not allowed`);
      return value;
    case 'number':
      if (!Number.isSafeInteger(value))
        throw new RangeError(`${name}: must be a whole number below 2^53; pass a larger one as a bigint`);
      return String(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      throw new TypeError(`${name}: must not be ${value === null ? 'null' : typeof value}`);
  }
}
