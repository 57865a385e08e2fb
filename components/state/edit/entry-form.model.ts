import { isJsonObject, type JsonValue, parseJson, type StateWriter, stringifyJson } from '#contract';
import { isLongText } from '@/components/json/long-text.ts';
import { readJson } from '@/components/json/read-json.ts';
import { pointerProblem } from '@/components/state/pointer-problem.ts';
import { bytesOf, stateLimits } from '@/components/state/state-limits.ts';
import { type ExpiryChange, type ExpiryKind, expiryKinds, readExpiry } from './expiry.model.ts';
import { isSame } from './merge.model.ts';

/** One state of an entry with its value: what was read, what is there now, or an earlier version. */
export type EntryCopy = {
  id: string;
  etag: string;
  version: number;
  value: JsonValue;
  contentType: string;
  tags: Readonly<Record<string, string>>;
  /** The entry's own pointers, without those of its store. */
  sensitive: readonly string[];
  hasBlob: boolean;
  expiresOn?: string | undefined;
  lastModifiedOn: string;
  lastModifiedBy: StateWriter;
};

/** The texts of copies whose value came as text, laid out over lines. */
const laidOut = new WeakMap<object, string>();

/** A copy whose value is JSON text, laid out over lines. The text is parsed when the value is first asked for. */
export function copyOfText(facts: Omit<EntryCopy, 'value'>, text: string): EntryCopy {
  let parsed: { value: JsonValue } | undefined;
  const copy = {
    ...facts,
    get value(): JsonValue {
      parsed ??= { value: parseJson(text) };
      return parsed.value;
    },
  };
  laidOut.set(copy, text);
  return copy;
}

/** What is written in the form, every field as its text. */
export type EntryForm = {
  id: string;
  text: string;
  tags: string;
  contentType: string;
  sensitive: string;
  isAllSensitive: boolean;
  hasBlob: boolean;
  expiry: ExpiryKind;
  expiryText: string;
};

type EntryField = 'id' | 'value' | 'tags' | 'contentType' | 'sensitive' | 'hasBlob' | 'expiry';
export type EntryErrors = Partial<Record<EntryField, string>>;

/** One save as it travels to the dashboard: the value is JSON text, for its numbers may be larger than an action's own. */
export type EntrySave = {
  id: string;
  value: string;
  contentType?: string;
  tags?: Record<string, string>;
  sensitive?: string[];
  hasBlob?: boolean;
  expiry?: ExpiryChange;
  /** The entity tag that it must still have; left out: there must be none. */
  ifMatch?: string;
};

const defaultContentType = 'application/json';

/** The form of a new entry. */
export function newForm(id = ''): EntryForm {
  return {
    id,
    text: '{\n  \n}',
    tags: '',
    contentType: defaultContentType,
    sensitive: '',
    isAllSensitive: false,
    hasBlob: false,
    expiry: 'keep',
    expiryText: '',
  };
}

type Editable = Pick<EntryCopy, 'id' | 'value' | 'contentType' | 'tags' | 'sensitive' | 'hasBlob'>;

/** The form of an entry as it is. */
export function formOf(entry: Editable): EntryForm {
  return {
    id: entry.id,
    text: laidOut.get(entry) ?? stringifyJson(entry.value, 2),
    tags: writeTags(entry.tags),
    contentType: entry.contentType,
    sensitive: writePointers(entry.sensitive.filter((pointer) => pointer !== '')),
    isAllSensitive: entry.sensitive.includes(''),
    hasBlob: entry.hasBlob,
    expiry: 'keep',
    expiryText: '',
  };
}

/** What the form says, read; what cannot be read is named among its errors. */
export type ReadForm = {
  value: JsonValue | undefined;
  /** Of the value as it would be sent. */
  valueBytes: number | undefined;
  tags: Record<string, string>;
  sensitive: string[];
  expiry: ExpiryChange | undefined;
  errors: EntryErrors;
};

/** Reads the form and names what cannot be read. */
export function readForm(form: EntryForm, now: number): ReadForm {
  const errors: EntryErrors = {};
  const value = readJson(form.text);
  const valueBytes = value === undefined ? undefined : bytesOf(stringifyJson(value));
  const wrongValue = valueError(form.text, valueBytes);
  if (wrongValue !== undefined) errors.value = wrongValue;
  const tags = readTags(form.tags);
  if (tags === undefined) errors.tags = 'One name=value per line, each name once';
  const pointers = readPointers(form.sensitive);
  const wrong = pointerProblem(pointers);
  if (wrong !== undefined) errors.sensitive = wrong;
  const expiry = readExpiry(form.expiry, form.expiryText, now);
  if (expiry.error !== undefined) errors.expiry = expiry.error;
  return {
    value,
    valueBytes,
    tags: tags ?? {},
    sensitive: form.isAllSensitive ? ['', ...pointers] : pointers,
    expiry: expiry.change,
    errors,
  };
}

/** Says what is wrong with the text of a value as a whole. `valueBytes` is `undefined` where it is no JSON. */
export function valueError(text: string, valueBytes: number | undefined): string | undefined {
  if (valueBytes === undefined) return text.trim() === '' ? 'Enter a JSON value' : 'Not valid JSON';
  if (valueBytes <= stateLimits.valueBytes) return undefined;
  return `A value has at most ${stateLimits.valueBytes} bytes; this one has ${valueBytes}`;
}

/** The save of a form that has no errors: beside the value only what differs from `base`, on its entity tag. */
export function saveOf(form: EntryForm, read: ReadForm, base: EntryCopy | undefined): EntrySave {
  return {
    id: form.id,
    value: stringifyJson(read.value),
    ...(form.contentType.trim() !== (base?.contentType ?? defaultContentType) && {
      contentType: form.contentType.trim(),
    }),
    ...(!isSame(read.tags, { ...base?.tags }) && { tags: read.tags }),
    ...(!isSame(read.sensitive, [...(base?.sensitive ?? [])]) && { sensitive: read.sensitive }),
    ...(form.hasBlob !== (base?.hasBlob ?? false) && { hasBlob: form.hasBlob }),
    ...(read.expiry !== undefined && { expiry: read.expiry }),
    ...(base !== undefined && { ifMatch: base.etag }),
  };
}

/** The form that a save was read from, up to its layout; `base` is `undefined` for a new entry. */
export function formOfSave(save: EntrySave, base: EntryCopy | undefined): EntryForm {
  const { expiry } = save;
  const form = formOf({
    id: save.id,
    value: readJson(save.value) ?? null,
    contentType: save.contentType ?? base?.contentType ?? defaultContentType,
    tags: save.tags ?? base?.tags ?? {},
    sensitive: save.sensitive ?? base?.sensitive ?? [],
    hasBlob: save.hasBlob ?? base?.hasBlob ?? false,
  });
  if (expiry === undefined) return form;
  if ('never' in expiry) return { ...form, expiry: 'never' };
  if ('at' in expiry) return { ...form, expiry: 'at', expiryText: expiry.at };
  return { ...form, expiry: 'in', expiryText: `${expiry.inSeconds}s` };
}

/**
 * Whether anything would change; a text that is no JSON would. `original` is the form of `base`. A long text counts as
 * changed where only its layout is.
 */
export function isChanged(form: EntryForm, base: EntryCopy, original = formOf(base)): boolean {
  const { text, ...fields } = form;
  const { text: originalText, ...originalFields } = original;
  if (JSON.stringify(fields) !== JSON.stringify(originalFields)) return true;
  if (text === originalText) return false;
  if (isLongText(text)) return true;
  const value = readJson(text);
  return value === undefined || !isSame(value, base.value);
}

/** The field that a JSON Pointer of the service's into a save belongs to, and the rest of it where that is the value. */
export function fieldOf(pointer: string): { field: EntryField | undefined; within: string } {
  const [, name = '', ...rest] = pointer.split('/');
  const field = { ttlInSeconds: 'expiry' }[name] ?? name;
  return { field: fields.find((known) => known === field), within: rest.map((part) => `/${part}`).join('') };
}

const fields: readonly EntryField[] = ['id', 'value', 'tags', 'contentType', 'sensitive', 'hasBlob', 'expiry'];

/** Whether two forms hold the same texts. */
export function isSameForm(one: EntryForm, other: EntryForm): boolean {
  const names: (keyof EntryForm)[] = [...formFields];
  return names.every((name) => one[name] === other[name]);
}

const formFields = [
  ...(['id', 'text', 'tags', 'contentType', 'sensitive'] as const),
  ...(['isAllSensitive', 'hasBlob', 'expiry', 'expiryText'] as const),
];

/** Reads a form that was kept as text; `undefined` where it is none. */
export function readKeptForm(given: JsonValue | undefined): EntryForm | undefined {
  if (!isJsonObject(given)) return undefined;
  const { id, text, tags, contentType, sensitive, isAllSensitive, hasBlob, expiry, expiryText } = given;
  const kind = expiryKinds.find((known) => known === expiry);
  const texts = [id, text, tags, contentType, sensitive, expiryText];
  if (kind === undefined || !texts.every((one) => typeof one === 'string')) return undefined;
  return {
    id: String(id),
    text: String(text),
    tags: String(tags),
    contentType: String(contentType),
    sensitive: String(sensitive),
    isAllSensitive: isAllSensitive === true,
    hasBlob: hasBlob === true,
    expiry: kind,
    expiryText: String(expiryText),
  };
}

/** One `name=value` a line; where a tag cannot be written so, all of them as a JSON object. */
function writeTags(tags: EntryCopy['tags']): string {
  const lines = Object.entries(tags).map(([name, value]) => `${name}=${value}`);
  const read = readTags(lines.join('\n'));
  return read !== undefined && isSame(read, { ...tags }) ? lines.join('\n') : stringifyJson(tags, 2);
}

function readTags(text: string): Record<string, string> | undefined {
  if (text.trimStart().startsWith('{')) {
    const given = readJson(text);
    if (!isJsonObject(given)) return undefined;
    const pairs = Object.entries(given).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    return pairs.length === Object.keys(given).length ? Object.fromEntries(pairs) : undefined;
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
  });
  if (pairs.some(([name]) => name === '')) return undefined;
  return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : undefined;
}

/** One pointer a line; where one holds a line break, all of them as a JSON array. */
function writePointers(pointers: readonly string[]): string {
  return pointers.some((pointer) => pointer.includes('\n')) ? stringifyJson(pointers) : pointers.join('\n');
}

function readPointers(text: string): string[] {
  const given = text.trimStart().startsWith('[') ? readJson(text) : undefined;
  if (Array.isArray(given)) return given.map(String);
  return text.split('\n').filter((line) => line.trim() !== '');
}
