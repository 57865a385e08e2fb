'use client';
import { useState } from 'react';
import { type Bounds, type Operator, roles, type Scope } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';
import { BoundsFields, type BoundsTexts } from './bounds-fields.tsx';
import { fromTexts, isSameTexts, toTexts } from './bounds-texts.ts';
import { suffixOf } from './roles.ts';
import { fullScopes, type ScopeMeanings, ScopePicker } from './scope-picker.tsx';

type OperatorDialogProps = {
  /** Whose access is changed; without it, somebody new is added. */
  operator?: Operator;
  meanings: ScopeMeanings;
  held: readonly string[];
  onSave: (input: {
    email: string;
    name: string;
    scopes: string[];
    bounds?: Bounds | null;
  }) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Adds an operator, or changes the name and what one may do. */
export function OperatorDialog({ operator, meanings, held, onSave, onClose }: OperatorDialogProps) {
  const [email, setEmail] = useState(operator?.email ?? '');
  const [name, setName] = useState(operator?.name ?? '');
  const [scopes, setScopes] = useState<readonly Scope[]>(() => startScopes(operator, held));
  const [reach, setReach] = useState(() => toTexts(operator?.bounds));
  const isNew = operator === undefined;
  const isComplete = email.trim() !== '' && name.trim() !== '';
  return (
    <FormDialog
      title={isNew ? 'Invite an operator' : `Edit ${operator.email}`}
      description={
        isNew
          ? 'A link is shown once. It sets the password, works once, and expires after three days.'
          : 'Less access applies within seconds, more at the next page.'
      }
      submitLabel={isNew ? 'Create invitation' : 'Save'}
      failureTitle={isNew ? 'The operator was not invited' : 'The operator was not changed'}
      disabledReason={isComplete ? undefined : 'Enter an e-mail address and a name.'}
      onSubmit={() =>
        onSave({
          email: email.trim(),
          name: name.trim(),
          scopes: fullScopes(scopes),
          ...changedBounds(operator, reach),
        })
      }
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Field label="E-mail" error={errorAt('/email')}>
              {(control) => (
                <Input
                  {...control}
                  type="text"
                  inputMode="email"
                  autoComplete="off"
                  value={email}
                  readOnly={!isNew}
                  onChange={(event) => setEmail(event.target.value)}
                />
              )}
            </Field>
            <Field label="Name" error={errorAt('/name')}>
              {(control) => (
                <Input {...control} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
              )}
            </Field>
          </div>
          <ScopePicker value={scopes} onChange={setScopes} meanings={meanings} held={held} />
          <BoundsFields value={reach} onChange={setReach} errorAt={errorAt} />
        </>
      )}
    </FormDialog>
  );
}

/** Nothing where they stay as they are; `null` where all were taken away. */
function changedBounds(operator: Operator | undefined, reach: BoundsTexts): { bounds?: Bounds | null } {
  const bounds = fromTexts(reach);
  if (operator === undefined) return bounds === undefined ? {} : { bounds };
  return isSameTexts(reach, toTexts(operator.bounds)) ? {} : { bounds: bounds ?? null };
}

/** What the operator has; somebody new starts as a viewer. */
function startScopes(operator: Operator | undefined, held: readonly string[]): readonly Scope[] {
  const [viewer] = roles;
  const all = roles.at(-1)?.scopes ?? [];
  if (operator !== undefined) return all.filter((scope) => operator.scopes.map(suffixOf).includes(scope));
  return (viewer?.scopes ?? []).filter((scope) => held.includes(scope));
}
