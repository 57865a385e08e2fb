import type { JsonCheck } from '@/components/json/check-json.ts';
import { isLongText } from '@/components/json/long-text.ts';
import { presentTime } from '@/components/ui/present.ts';
import { type EntryErrors, type EntryForm, readForm, valueError } from './entry-form.model.ts';

/** What is wrong in a form while it is written. `valueBytes` is `undefined` where the value is no JSON. */
type JudgedForm = { valueBytes: number | undefined; errors: EntryErrors };

/** Judges a form. A long value is not parsed: `check` is what the editor last found out about it. */
export function judgeForm(form: EntryForm, check: JsonCheck | undefined): JudgedForm {
  if (!isLongText(form.text)) return readForm(form, presentTime());
  const { value: _, ...errors } = readForm({ ...form, text: 'null' }, presentTime()).errors;
  if (check === undefined) return { valueBytes: form.text.length, errors };
  const wrong = valueError(form.text, check.valueBytes);
  return { valueBytes: check.valueBytes, errors: wrong === undefined ? errors : { ...errors, value: wrong } };
}
