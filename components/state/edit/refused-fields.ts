import { type EntryErrors, fieldOf } from './entry-form.model.ts';

type Refusal = { errors?: readonly { pointer: string; message: string }[] | undefined };

/** What the service found wrong with an entry, by field; what is wrong inside its value, by the pointer into that. */
export function refusedFields(refusal: Refusal | undefined): {
  errors: EntryErrors;
  valueErrors: { pointer: string; message: string }[];
} {
  const errors: EntryErrors = {};
  const valueErrors: { pointer: string; message: string }[] = [];
  for (const { pointer, message } of refusal?.errors ?? []) {
    const { field, within } = fieldOf(pointer);
    if (field === 'value') valueErrors.push({ pointer: within, message });
    else if (field !== undefined) errors[field] ??= message;
  }
  return { errors, valueErrors };
}
