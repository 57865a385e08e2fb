'use client';
import { useId } from 'react';
import { fullScope, roles, type Scope, scopes } from '#contract';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Select } from '@/components/ui/select.tsx';
import { roleName } from './roles.ts';

/** What each scope lets its holder do: the operations that need it, in words. */
export type ScopeMeanings = Readonly<Partial<Record<Scope, readonly string[]>>>;

type ScopePickerProps = {
  value: readonly Scope[];
  onChange: (value: readonly Scope[]) => void;
  meanings: ScopeMeanings;
  /** What the giver has: nobody gives more. */
  held: readonly string[];
};

const own = 'Custom';

/** A role, and below it what it may do, scope by scope, to add and take away. */
export function ScopePicker({ value, onChange, meanings, held }: ScopePickerProps) {
  const id = useId();
  const role = roles.find(({ name }) => name === roleName(value));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-ink text-xs">Role</legend>
      <Select
        aria-label="Role"
        value={role?.name ?? own}
        onChange={(event) => {
          const chosen = roles.find(({ name }) => name === event.target.value);
          if (chosen !== undefined) onChange(chosen.scopes.filter((scope) => held.includes(scope)));
        }}
      >
        {roles.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        {role === undefined && <option>{own}</option>}
      </Select>
      <p className="text-muted text-xs">{role?.about ?? `${value.length} of ${scopes.length} scopes`}</p>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {scopes.map((scope) => {
          const mayGive = held.includes(scope);
          return (
            <li key={scope} className="flex items-start gap-2 px-2 py-1.5">
              <Checkbox
                id={`${id}-${scope}`}
                aria-describedby={`${id}-${scope}-about`}
                checked={value.includes(scope)}
                disabled={!mayGive}
                onCheckedChange={(isOn) =>
                  onChange(scopes.filter((known) => (known === scope ? isOn === true : value.includes(known))))
                }
              />
              <div className="min-w-0 flex-1 py-0.5">
                <label htmlFor={`${id}-${scope}`} className="font-mono text-xs">
                  {scope}
                </label>
                <About
                  id={`${id}-${scope}-about`}
                  words={mayGive ? aboutScope(scope, meanings) : ['You do not have this scope, so you cannot give it.']}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** For scopes that open values or other scopes rather than operations. */
const about: Partial<Record<Scope, string>> = {
  'sensitive/read': 'See values that are marked as sensitive',
  'secrets/read': 'See values that secrets were put into',
  'secrets/use': 'Name a secret in the input of a task',
};

function aboutScope(scope: Scope, meanings: ScopeMeanings): readonly string[] {
  const words = about[scope];
  return words === undefined ? (meanings[scope] ?? []) : [words];
}

const shownAtOnce = 3;

/** What a scope allows; of many operations the first, and the others on request. */
function About({ id, words }: { id: string; words: readonly string[] }) {
  const others = words.slice(shownAtOnce);
  return (
    <>
      <p id={id} className="text-muted text-xs">
        {words.slice(0, shownAtOnce).join(' · ')}
      </p>
      {others.length > 0 && (
        <details className="text-muted text-xs">
          <summary className="w-fit cursor-pointer">{others.length} more</summary>
          {others.join(' · ')}
        </details>
      )}
    </>
  );
}

/** Scopes as the service takes them. */
export const fullScopes = (chosen: readonly Scope[]) => chosen.map(fullScope);
