'use client';
import { type BoundKind, boundKinds } from '#contract';
import { boundsInWords, useBounds } from '@/components/ui/bounds.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';

/** What is typed for each kind. */
export type BoundsTexts = Readonly<Record<BoundKind, string>>;

const examples: Readonly<Record<BoundKind, string>> = { types: 'billing.*', queues: 'billing', stores: 'billing-*' };
const labels: Readonly<Record<BoundKind, string>> = { types: 'Task types', queues: 'Queues', stores: 'Stores' };

type BoundsFieldsProps = {
  value: BoundsTexts;
  onChange: (value: BoundsTexts) => void;
  errorAt: (pointer: string) => string | undefined;
};

/** The part of the tasks and stores that somebody reaches. Nobody gives more than they reach themselves. */
export function BoundsFields({ value, onChange, errorAt }: BoundsFieldsProps) {
  const own = useBounds();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-ink text-xs">Reaches</legend>
      <p className="text-muted text-xs">
        Names, or beginnings of names followed by *. An empty field is{' '}
        {own === undefined ? 'everything' : `what you reach: ${boundsInWords(own)}`}.
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {boundKinds.map((kind) => (
          <Field key={kind} label={labels[kind]} error={errorAt(`/bounds/${kind}`) ?? errorAt(`/bounds/${kind}/0`)}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                placeholder={own?.[kind]?.join(', ') ?? `such as ${examples[kind]}`}
                value={value[kind]}
                onChange={(event) => onChange({ ...value, [kind]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
