import type { StorePolicy } from '#contract';
import { checkJson } from '@/components/json/check-json.ts';
import { isLongText } from '@/components/json/long-text.ts';
import {
  type EntryCopy,
  type EntryForm,
  type EntrySave,
  readForm,
  saveOf,
} from '@/components/state/edit/entry-form.model.ts';

/** A form that is ready to be saved; `bytes`: of its value. */
export type FinishedEntry = { save: EntrySave; bytes: number };

type Basis = {
  /** What the form was based on; a new entry has none. */
  base: EntryCopy | undefined;
  /** The entry was deleted meanwhile: it is made again. */
  isDeleted?: boolean;
  policy: StorePolicy | undefined;
  /** Milliseconds since 1970. */
  now: number;
};

const noProblems = { problems: [] };

/** Reads a form as a save; `undefined` as long as something in it is wrong. */
export function finishEntry(
  form: EntryForm,
  { base, isDeleted = false, policy, now }: Basis,
): FinishedEntry | undefined {
  const target = base !== undefined && isDeleted ? revived(form, base, now) : { form, base };
  const found = readForm(target.form, now);
  const redacted = target.base === undefined ? 'refuse' : 'keep';
  if (Object.keys(found.errors).length > 0) return undefined;
  // a long value was checked in the worker of its editor, and the service refuses what is wrong with it
  const { problems } = isLongText(form.text) ? noProblems : checkJson(form.text, { schema: policy?.schema, redacted });
  if (problems.length > 0) return undefined;
  return { save: saveOf(target.form, found, target.base), bytes: found.valueBytes ?? 0 };
}

/** A deleted entry made again: nothing of it is there to be kept, so that its expiry is said anew. */
function revived(form: EntryForm, base: EntryCopy, now: number): { form: EntryForm; base: undefined } {
  const isKept = form.expiry === 'keep' && base.expiresOn !== undefined && Date.parse(base.expiresOn) > now;
  return {
    form: isKept ? { ...form, expiry: 'at', expiryText: base.expiresOn ?? '' } : form,
    base: undefined,
  };
}
