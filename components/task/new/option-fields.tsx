'use client';
import type { ReactNode } from 'react';
import { FormField, type FormProps } from './form-field.tsx';
import type { NewTaskField } from './new-task-form.ts';

type OptionFieldsProps = FormProps & {
  queues: readonly string[];
  /** Whether queue and priority are among the options; false where they stand above. */
  hasQueue?: boolean;
};

/**
 * Options that most tasks do without, in groups that open. A group with something in it, or an error, is open. `queues`
 * are suggested.
 */
export function OptionFields({ queues, hasQueue = true, ...props }: OptionFieldsProps) {
  return (
    <div className="grid gap-2">
      <datalist id="queues">
        {queues.map((queue) => (
          <option key={queue} value={queue} />
        ))}
      </datalist>
      <Group
        {...props}
        title="Retry and timeout"
        fields={['maximumAttempts', 'initialInterval', 'backoff', 'maximumInterval', 'timeout']}
      >
        <FormField {...props} name="maximumAttempts" label="Maximum attempts" placeholder="default of the type" />
        <FormField {...props} name="initialInterval" label="First backoff" placeholder="1s" />
        <FormField {...props} name="backoff" label="Backoff factor" placeholder="2" />
        <FormField {...props} name="maximumInterval" label="Maximum backoff" placeholder="1m" />
        <FormField
          {...props}
          name="timeout"
          label="Timeout"
          placeholder="none"
          hint="Maximum duration of a run, including waits"
        />
      </Group>
      <Group
        {...props}
        title={hasQueue ? 'Queue and concurrency' : 'Concurrency'}
        fields={[...(hasQueue ? (['queue', 'priority'] as const) : []), 'concurrencyKey', 'concurrencyLimit']}
      >
        {hasQueue && (
          <>
            <FormField {...props} name="queue" label="Queue" placeholder="default" list="queues" />
            <FormField {...props} name="priority" label="Priority" placeholder="0" hint="Higher priorities run first" />
          </>
        )}
        <FormField
          {...props}
          name="concurrencyKey"
          label="Concurrency key"
          placeholder="none"
          hint="Runs with this key share a limit"
        />
        <FormField
          {...props}
          name="concurrencyLimit"
          label="Limit"
          placeholder="1"
          hint="Maximum number of runs with this key at a time"
        />
      </Group>
      <Group {...props} title="Retention and privacy" fields={['maximumRuns', 'maximumAge', 'sensitive']}>
        <FormField
          {...props}
          name="maximumRuns"
          label="Keep runs"
          placeholder="all"
          hint="Maximum number of runs in the history"
        />
        <FormField {...props} name="maximumAge" label="Keep for" placeholder="ever" hint="30d, 12h" />
        <div className="sm:col-span-2">
          <FormField
            {...props}
            name="sensitive"
            label="Sensitive values"
            isMono
            lines={3}
            placeholder="/input/card/number"
            hint="One JSON Pointer per line, below /input, /output, /steps/{name} or /events/{name}. Only callers with the scope sensitive/read see these values."
          />
        </div>
      </Group>
    </div>
  );
}

type GroupProps = FormProps & { title: string; fields: readonly NewTaskField[]; children: ReactNode };

function Group({ form, errors, title, fields, children }: GroupProps) {
  const filled = fields.filter((field) => form[field].trim() !== '').length;
  const isWrong = fields.some((field) => errors[field] !== undefined);
  return (
    <details className="rounded-md border border-line bg-surface" open={filled > 0 || isWrong || undefined}>
      <summary className="px-3 py-2 font-medium text-sm">
        {title}
        {filled > 0 && <span className="ml-2 font-normal text-muted text-xs">{filled} set</span>}
      </summary>
      <div className="grid items-start gap-3 px-3 pb-3 sm:grid-cols-2">{children}</div>
    </details>
  );
}
