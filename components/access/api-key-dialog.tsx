'use client';
import { useRef, useState } from 'react';
import type { ApiKeyInput, Scope } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { Select } from '@/components/ui/select.tsx';
import { BoundsFields } from './bounds-fields.tsx';
import { fromTexts, toTexts } from './bounds-texts.ts';
import { fullScopes, type ScopeMeanings, ScopePicker } from './scope-picker.tsx';

type ApiKeyDialogProps = {
  meanings: ScopeMeanings;
  held: readonly string[];
  onSave: (input: ApiKeyInput) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

const lifetimes = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
  { days: 0, label: 'Never' },
] as const;

const dayInMs = 86_400_000;

/** Creates a key for a program: its name, whom it belongs to, what it may do and how long. */
export function ApiKeyDialog({ meanings, held, onSave, onClose }: ApiKeyDialogProps) {
  const [name, setName] = useState('');
  const [account, setAccount] = useState('');
  const [days, setDays] = useState<number>(90);
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [reach, setReach] = useState(() => toTexts(undefined));
  const firstTryOf = useFirstTry();
  const bounds = fromTexts(reach);
  const input = () => {
    const typed = {
      name: name.trim(),
      scopes: fullScopes(scopes),
      ...(bounds && { bounds }),
      ...(account.trim() === '' ? {} : { serviceAccount: account.trim() }),
    };
    if (days === 0) return typed;
    const expiresOn = new Date(firstTryOf(JSON.stringify({ typed, days })) + days * dayInMs).toISOString();
    return { ...typed, expiresOn };
  };
  return (
    <FormDialog
      title="New API key"
      description="The key is shown once, after it was created."
      submitLabel="Create key"
      failureTitle="The key was not created"
      disabledReason={reasonAgainst(name, scopes)}
      onSubmit={() => onSave(input())}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Field label="Name" hint="What the key is for, such as nightly import" error={errorAt('/name')}>
              {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
            </Field>
            <Field label="Expires after" error={errorAt('/expiresOn')}>
              {(control) => (
                <Select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
                  {lifetimes.map((lifetime) => (
                    <option key={lifetime.days} value={lifetime.days}>
                      {lifetime.label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <Field
            label="Service account"
            hint="The program that the key belongs to. Empty: the key belongs to you and ends with your access."
            error={errorAt('/serviceAccount')}
          >
            {(control) => <Input {...control} value={account} onChange={(event) => setAccount(event.target.value)} />}
          </Field>
          <ScopePicker value={scopes} onChange={setScopes} meanings={meanings} held={held} />
          <BoundsFields value={reach} onChange={setReach} errorAt={errorAt} />
        </>
      )}
    </FormDialog>
  );
}

/** Returns when the same content was sent first, so that another try asks for the same. */
function useFirstTry(): (content: string) => number {
  const first = useRef({ content: '', at: 0 });
  return (content) => {
    if (first.current.content !== content) first.current = { content, at: presentTime() };
    return first.current.at;
  };
}

function reasonAgainst(name: string, scopes: readonly Scope[]): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  return scopes.length === 0 ? 'Choose a role, or at least one scope.' : undefined;
}
