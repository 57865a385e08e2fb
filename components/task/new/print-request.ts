import { type JsonValue, LosslessNumber, stringifyJson, type TaskConfig } from '#contract';

/** The request that creates a task, as a command for a POSIX shell; address and token come from the environment. */
export function printCurl(config: TaskConfig): string {
  return [
    'curl -X POST "$TASKDECK_SERVICE_URL/v1/tasks"',
    '-H "Authorization: Bearer $TASKDECK_TOKEN"',
    "-H 'Content-Type: application/json'",
    `--data-raw '${stringifyJson(config, 2).replaceAll("'", `'\\''`)}'`,
  ].join(' \\\n  ');
}

/** The same with the TypeScript client. */
export function printTypeScript(config: TaskConfig): string {
  return [
    "import { TaskClient } from 'taskdeck/client';",
    '',
    'const client = new TaskClient(serviceUrl, { key: apiKey });',
    `const task = await client.createTaskAsync(${literal(asJson(config), '')});`,
  ].join('\n');
}

function literal(value: JsonValue, indent: string): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return quoted(value);
  if (value instanceof LosslessNumber) return `new LosslessNumber(${quoted(value.toString())})`;
  if (typeof value !== 'object' || value === null) return stringifyJson(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, member]) => `${memberName(name)}: ${literal(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const line = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (line.length + indent.length <= 72 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quoted(name);
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}

/** A TaskConfig has nothing in it that JSON has not; members that are `undefined` are none of its. */
function asJson(config: TaskConfig): JsonValue {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined)) as JsonValue;
}
