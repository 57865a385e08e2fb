'use client';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Textarea } from '@/components/ui/textarea.tsx';
import type { FieldErrors, NewTaskField, NewTaskForm } from './new-task-form.ts';

/** The form and how a field of it changes, for everything that shows some of its fields. */
export type FormProps = {
  form: NewTaskForm;
  errors: FieldErrors;
  onChange: (change: Partial<NewTaskForm>) => void;
};

type Props = FormProps & {
  name: NewTaskField;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  lines?: number;
  isMono?: boolean;
  list?: string;
};

/** One text field of the form. */
export function FormField({ form, errors, onChange, name, label, hint, placeholder, lines, isMono, list }: Props) {
  return (
    <Field label={label} hint={hint} error={errors[name]}>
      {(control) => {
        const shared = {
          ...control,
          name,
          value: form[name],
          placeholder,
          spellCheck: false,
          className: isMono ? 'font-mono text-xs' : '',
          onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
        };
        return lines === undefined ? (
          <Input {...shared} list={list} autoComplete="off" />
        ) : (
          <Textarea {...shared} rows={lines} />
        );
      }}
    </Field>
  );
}
