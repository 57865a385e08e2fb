'use client';
import { ChevronRight } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';

type IdFieldProps = {
  id: string;
  /** What separates the segments in the tree. */
  delimiter: string;
  onChange: (id: string) => void;
  error: string | undefined;
  /** Opens the entry that has this id already. */
  onOpen: (() => void) | undefined;
};

/** The id of a new entry, and where it will stand in the tree. */
export function IdField({ id, delimiter, onChange, error, onOpen }: IdFieldProps) {
  const segments = id.split(delimiter);
  return (
    <div className="grid gap-1.5">
      <Field label="Id" error={error}>
        {(control) => (
          <Input
            {...control}
            value={id}
            onChange={(event) => onChange(event.target.value)}
            placeholder={`orders${delimiter}17`}
            className="font-mono text-xs"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      {onOpen !== undefined && (
        <Button size="sm" onClick={onOpen} className="justify-self-start">
          Edit the existing entry
        </Button>
      )}
      {id !== '' && (
        <p className="flex flex-wrap items-center gap-1 text-muted text-xs">
          <span>In the tree:</span>
          {segments.map((segment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
            <span key={index} className="inline-flex items-center gap-1">
              {index > 0 && <ChevronRight aria-hidden className="size-3" />}
              <code className="break-all font-mono text-ink">{segment === '' ? '(empty)' : segment}</code>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
