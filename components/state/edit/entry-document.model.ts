import { type JsonObject, type JsonValue, stringifyJson } from '#contract';
import { presentTime } from '@/components/ui/present.ts';
import { type EntryCopy, type EntryForm, formOf, type ReadForm, readForm } from './entry-form.model.ts';
import { type Choices, isSame, type Merge, mergeJson } from './merge.model.ts';

/** All of an entry that can be edited as one JSON value, so that one merge judges all of it. */
function documentOf(entry: EntryCopy): JsonObject {
  return {
    value: entry.value,
    tags: { ...entry.tags },
    contentType: entry.contentType,
    sensitive: [...entry.sensitive].sort(),
    hasBlob: entry.hasBlob,
    expiry: entry.expiresOn ?? null,
  };
}

/** What the form would make of what it was begun from. */
function editedDocument(form: EntryForm, read: ReadForm, base: EntryCopy): JsonObject {
  return {
    value: read.value ?? null,
    tags: read.tags,
    contentType: form.contentType.trim(),
    sensitive: [...read.sensitive].sort(),
    hasBlob: form.hasBlob,
    expiry: expiryOf(read) ?? base.expiresOn ?? null,
  };
}

/** The expiry that the form sets, as a value; `undefined` where it leaves it. */
function expiryOf({ expiry }: ReadForm): JsonValue | undefined {
  if (expiry === undefined) return undefined;
  if ('never' in expiry) return 'never';
  return 'at' in expiry ? expiry.at : `${expiry.inSeconds} s after it is saved`;
}

export type EntryMerge = Merge & {
  /** The form that holds the merge, to be saved on their entity tag. */
  form: EntryForm;
};

/** Merges what the form changed of `base` with what became of the entry meanwhile. The form must hold a JSON value. */
export function mergeEntry(
  given: { base: EntryCopy; theirs: EntryCopy; form: EntryForm; read: ReadForm },
  choices?: Choices,
): EntryMerge {
  const { base, theirs, form, read } = given;
  const merge = mergeJson(documentOf(base), documentOf(theirs), editedDocument(form, read, base), choices);
  const merged = asDocument(merge.merged);
  const original = documentOf(theirs);
  const isMine = (name: string) => !isSame(merged[name], original[name]);
  const start = formOf({
    ...theirs,
    value: merged.value ?? null,
    tags: textsOf(merged.tags),
    contentType: String(merged.contentType),
    sensitive: isMine('sensitive') && Array.isArray(merged.sensitive) ? merged.sensitive.map(String) : theirs.sensitive,
    hasBlob: merged.hasBlob === true,
  });
  const expiry = !isMine('expiry')
    ? {}
    : isSame(merged.expiry, expiryOf(read))
      ? { expiry: form.expiry, expiryText: form.expiryText }
      : typeof merged.expiry === 'string'
        ? { expiry: 'at' as const, expiryText: merged.expiry }
        : { expiry: 'never' as const };
  return { ...merge, form: { ...start, ...expiry } };
}

/** What a form changes of what it began from, as two texts to compare. */
export function changeTexts(form: EntryForm, base: EntryCopy): { before: string; after: string } {
  return textsOfDocuments(documentOf(base), editedDocument(form, readForm(form, presentTime()), base));
}

/** What a merge would change of theirs, as two texts to compare. */
export function mergeTexts({ merged }: Pick<Merge, 'merged'>, theirs: EntryCopy): { before: string; after: string } {
  return textsOfDocuments(documentOf(theirs), asDocument(merged));
}

/** Where only values differ, the rest is not shown. */
function textsOfDocuments(before: JsonObject, after: JsonObject): { before: string; after: string } {
  const { value: valueBefore, ...restBefore } = before;
  const { value: valueAfter, ...restAfter } = after;
  if (!isSame(restBefore, restAfter)) return { before: stringifyJson(before, 2), after: stringifyJson(after, 2) };
  return { before: stringifyJson(valueBefore, 2), after: stringifyJson(valueAfter, 2) };
}

/** A place of an entry in words: `/value/price` is the value's `/price`. */
export function placeWords(pointer: string): { what: string; where: string } {
  const [, name = '', ...rest] = pointer.split('/');
  return { what: names[name] ?? name, where: rest.map((part) => `/${part}`).join('') };
}

const names: Readonly<Record<string, string>> = {
  value: 'Value',
  tags: 'Tag',
  contentType: 'Content type',
  sensitive: 'Sensitive pointers',
  hasBlob: 'Accepts a blob',
  expiry: 'Expiry',
};

/** A copy's value at a place as text to read. */
export function copyWords(copy: JsonValue | undefined): string {
  if (copy === undefined) return 'absent';
  return stringifyJson(copy, 2);
}

/** The merge of three documents is one: each member is in all of them. */
function asDocument(merged: JsonValue | undefined): JsonObject {
  return merged as JsonObject;
}

function textsOf(value: JsonValue | undefined): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
