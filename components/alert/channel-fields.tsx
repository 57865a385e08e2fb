'use client';
import { X } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Select } from '@/components/ui/select.tsx';
import { type ChannelForm, makeSigningKey, newChannel } from './alert-form.ts';

type ChannelFieldsProps = {
  channel: ChannelForm;
  number: number;
  errorAt: (field: string) => string | undefined;
  onChange: (channel: ChannelForm) => void;
  /** Missing for the only channel. */
  onRemove: (() => void) | undefined;
};

const kinds: readonly ChannelForm['kind'][] = ['webhook', 'slack', 'email'];
const names = { webhook: 'Webhook', slack: 'Slack or a chat like it', email: 'E-mail' } as const;

/** To whom an alert is sent: one channel. */
export function ChannelFields({ channel, number, errorAt, onChange, onRemove }: ChannelFieldsProps) {
  const { id, host, kind, url, signingKey, to } = channel;
  const isKept = id !== undefined;
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-muted text-xs">Channel {number}</legend>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label="Kind" error={errorAt('kind') ?? errorAt('id')}>
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={kind}
                disabled={isKept}
                onChange={({ target }) => onChange({ ...newChannel(kinds.find((one) => one === target.value)) })}
              >
                {kinds.map((one) => (
                  <option key={one} value={one}>
                    {names[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        {onRemove !== undefined && (
          <Button aria-label={`Remove channel ${number}`} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      {kind === 'email' ? (
        <Field label="Addresses" hint="Separated by spaces." error={errorAt('to') ?? errorAt('to/0')}>
          {(control) => (
            <Input {...control} value={to} onChange={({ target }) => onChange({ ...channel, to: target.value })} />
          )}
        </Field>
      ) : (
        <Field
          label="URL"
          hint={isKept ? `Empty: stays as it is, at ${host}. It is never shown.` : 'It is never shown again.'}
          error={errorAt('url')}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={url}
              onChange={({ target }) => onChange({ ...channel, url: target.value })}
            />
          )}
        </Field>
      )}
      {kind === 'webhook' && (
        <Field
          label="Signing key"
          hint={isKept ? 'Empty: stays as it is.' : 'The receiver checks signatures with it. It is never shown again.'}
          error={errorAt('signingKey')}
        >
          {(control) => (
            <span className="flex gap-2">
              <Input
                {...control}
                className="min-w-0 flex-1 font-mono"
                value={signingKey}
                onChange={({ target }) => onChange({ ...channel, signingKey: target.value })}
              />
              <Button onClick={() => onChange({ ...channel, signingKey: makeSigningKey() })}>Generate</Button>
            </span>
          )}
        </Field>
      )}
    </fieldset>
  );
}
