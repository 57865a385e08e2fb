'use client';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { counted, type TaskType } from '#contract';
import { cn } from '@/components/ui/class-names.ts';
import { Input } from '@/components/ui/input.tsx';

type Props = {
  /** `undefined` until they are read. */
  types: readonly TaskType[] | undefined;
  /** Why they are not read. */
  unread: string | undefined;
  value: string;
  onChange: (type: TaskType) => void;
  error: string | undefined;
};

const searchableFrom = 7;

/** The registered task types with what they do and who serves them; one is chosen. */
export function TypePicker({ types, unread, value, onChange, error }: Props) {
  const [wanted, setWanted] = useState('');
  const name = useId();
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void chosen.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const shown = (types ?? []).filter(({ type, description = '' }) =>
    `${type} ${description}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <fieldset className="grid gap-2" aria-describedby={error && `${name}-error`}>
      <legend className="mb-1 font-medium text-ink text-xs">Type</legend>
      {types !== undefined && types.length >= searchableFrom && (
        <Input
          type="search"
          aria-label="Find a type"
          placeholder="Find a type"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <div className="max-h-72 overflow-auto rounded-md border border-edge bg-surface">
        {shown.map((type) => (
          <label
            key={type.type}
            className={cn(
              'flex cursor-pointer items-start gap-2.5 border-line border-b px-3 py-2 last:border-b-0 hover:bg-hover',
              type.type === value && 'bg-selected hover:bg-selected',
            )}
          >
            <input
              ref={type.type === value ? chosen : undefined}
              type="radio"
              name={name}
              className="mt-1 accent-accent-solid"
              checked={type.type === value}
              onChange={() => onChange(type)}
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-mono text-ink text-xs">{type.type}</span>
              {type.description && <span className="block text-muted text-xs">{type.description}</span>}
            </span>
            <Workers count={type.workerCount} />
          </label>
        ))}
        {shown.length === 0 && <p className="px-3 py-2 text-muted text-sm">{nothingShown(types, unread)}</p>}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Types that could not be read are not called missing. */
function nothingShown(types: readonly TaskType[] | undefined, unread: string | undefined): string {
  if (types !== undefined)
    return types.length === 0 ? 'No task types. Types appear when a worker starts.' : 'No type matches.';
  return unread ?? 'Reading the task types…';
}

function Workers({ count }: { count: number }) {
  if (count === 0)
    return (
      <span className="inline-flex shrink-0 items-center gap-1 text-caution text-xs">
        <TriangleAlert aria-hidden className="size-3.5" />
        no live worker
      </span>
    );
  return <span className="shrink-0 text-muted text-xs">{counted(count, 'worker')}</span>;
}
