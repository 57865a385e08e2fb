'use client';
import { type ReactNode, useId } from 'react';

type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** A label over a control, with a hint and, where something is wrong, the error; wired for screen readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Gets the attributes that tie the control to its label, hint and error. */
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const describedBy = [hint === undefined ? [] : `${id}-hint`, error === undefined ? [] : `${id}-error`]
    .flat()
    .join(' ');
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-ink text-xs">
        {label}
      </label>
      {children({
        id,
        ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
