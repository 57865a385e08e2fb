'use client';
import { createContext, type ReactNode, use, useState } from 'react';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

const Context = createContext<string | undefined>(undefined);

/** Tells everything below it the name of the environment when it is marked as production. */
export function ProductionProvider({ name, children }: { name: string | undefined; children: ReactNode }) {
  return <Context value={name}>{children}</Context>;
}

/** Says above every page that it acts on production. Draws nothing elsewhere. */
export function ProductionStrip() {
  const name = use(Context);
  if (name === undefined) return null;
  return (
    <aside
      aria-label="Environment"
      className="shrink-0 truncate bg-danger-solid px-3 py-0.5 text-center font-medium text-danger-ink text-xs"
    >
      Production: {name}
    </aside>
  );
}

/**
 * Asks for the name of a production environment before what cannot be undone. `missing` says why the button does not
 * work yet; elsewhere, or when nothing is at stake, there is no field and nothing is missing.
 */
export function useProductionCheck(isAsked: boolean): {
  field: ReactNode;
  missing: string | undefined;
} {
  const name = use(Context);
  const [typed, setTyped] = useState('');
  if (name === undefined || !isAsked) return { field: null, missing: undefined };
  const field = (
    <Field label={`Type ${name} to continue`} hint="This is production, and it cannot be undone.">
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  );
  return { field, missing: typed.trim() === name ? undefined : `Type ${name} above first.` };
}
