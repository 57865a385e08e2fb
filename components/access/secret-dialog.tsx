'use client';
import { useState } from 'react';
import type { Secret, SecretInput } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';

type SecretDialogProps = {
  /** The secret that gets a new value; without it, a new one is made. */
  secret?: Secret;
  onSave: (name: string, input: SecretInput) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Sets a secret: its value, which is never shown again, and who may use it. */
export function SecretDialog({ secret, onSave, onClose }: SecretDialogProps) {
  const [name, setName] = useState(secret?.name ?? '');
  const [value, setValue] = useState('');
  const [types, setTypes] = useState(secret?.types?.join(' ') ?? '');
  const [queues, setQueues] = useState(secret?.queues?.join(' ') ?? '');
  const [hosts, setHosts] = useState(secret?.hosts.join(' ') ?? '');
  const isNew = secret === undefined;
  return (
    <FormDialog
      title={isNew ? 'New secret' : `Set ${secret.name}`}
      description={
        isNew
          ? 'Tasks use it as {"$secret": "name"} in their input. Its value is never shown.'
          : 'This replaces the value and who may use it. Tasks that run use the new value from their next step on.'
      }
      submitLabel={isNew ? 'Create secret' : 'Set secret'}
      failureTitle="The secret was not set"
      disabledReason={name.trim() === '' || value === '' ? 'Enter a name and a value.' : undefined}
      onSubmit={() =>
        onSave(name.trim(), {
          value,
          hosts: wordsOf(hosts),
          ...(wordsOf(types).length === 0 ? {} : { types: wordsOf(types) }),
          ...(wordsOf(queues).length === 0 ? {} : { queues: wordsOf(queues) }),
        })
      }
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <Field label="Name" error={errorAt('/name')}>
            {(control) => (
              <Input
                {...control}
                className="font-mono"
                value={name}
                readOnly={!isNew}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label="Value" error={errorAt('/value')}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                value={value}
                onChange={(event) => setValue(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Hosts"
            hint="Where http.request and workflow may send it, such as api.example.com or *.example.com. Empty: nowhere."
            error={errorAt('/hosts')}
          >
            {(control) => (
              <Input
                {...control}
                className="font-mono"
                value={hosts}
                onChange={(event) => setHosts(event.target.value)}
              />
            )}
          </Field>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Field label="Task types" hint="Separated by spaces. Empty: every type." error={errorAt('/types')}>
              {(control) => (
                <Input
                  {...control}
                  className="font-mono"
                  value={types}
                  onChange={(event) => setTypes(event.target.value)}
                />
              )}
            </Field>
            <Field label="Queues" hint="Separated by spaces. Empty: every queue." error={errorAt('/queues')}>
              {(control) => (
                <Input
                  {...control}
                  className="font-mono"
                  value={queues}
                  onChange={(event) => setQueues(event.target.value)}
                />
              )}
            </Field>
          </div>
        </>
      )}
    </FormDialog>
  );
}

/** The words of a text that lists them, with spaces, commas or lines between them. */
function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
