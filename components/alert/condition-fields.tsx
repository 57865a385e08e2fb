'use client';
import { type AlertConditionKind, alertConditionKinds, conditionLabels, ranges } from '#contract';
import { durationRangeWords } from '@/components/ui/duration-text.ts';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Select } from '@/components/ui/select.tsx';
import { type ConditionField, type ConditionForm, conditionProblems, fieldsOf } from './condition-form.ts';

type ConditionFieldsProps = {
  form: ConditionForm;
  /** Whether the operator's bounds allow no condition about every type or queue. */
  isNarrowed: boolean;
  errorAt: (pointer: string) => string | undefined;
  onChange: (changed: Partial<ConditionForm>) => void;
};

const words: Readonly<Record<Exclude<ConditionField, 'when'>, { label: string; hint: string; member?: string }>> = {
  type: { label: 'Task type', hint: 'A type, or its beginning and *, such as order.*' },
  queue: { label: 'Queue', hint: 'A queue, or its beginning and *' },
  task: { label: 'Task id', hint: 'The id of one task' },
  worker: { label: 'Worker', hint: 'A name of workers, or its beginning and *' },
  percent: { label: 'Percent that fail', hint: 'Failed and timed out runs among 100 that ended' },
  window: {
    label: 'Within',
    hint: `From ${durationRangeWords(ranges.alertWindowInMs)}, such as 5m`,
    member: 'windowInMs',
  },
  minimumEnds: { label: 'Ended runs, at least', hint: 'With fewer, no notice is sent' },
  after: {
    label: 'After',
    hint: `From ${durationRangeWords(ranges.alertAfterInMs)}, such as 5m or 1h 30m`,
    member: 'afterInMs',
  },
};

/** The kind of a condition and what belongs to it. */
export function ConditionFields({ form, isNarrowed, errorAt, onChange }: ConditionFieldsProps) {
  const problems = conditionProblems(form);
  const isOfGroup = form.kind === 'cause' && form.group !== '';
  return (
    <>
      <Field label="Notify when" error={errorAt('/condition')}>
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={form.kind}
            disabled={isOfGroup}
            onChange={({ target }) =>
              onChange({ kind: alertConditionKinds.find((kind) => kind === target.value) ?? 'cause' })
            }
          >
            {alertConditionKinds.map((kind) => (
              <option key={kind} value={kind}>
                {isOfGroup && kind === 'cause' ? 'This error is back again' : conditionLabels[kind]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!isOfGroup &&
        fieldsOf[form.kind].map((name) =>
          name === 'when' ? (
            <Field key={name} label="Tell" error={errorAt('/condition/when')}>
              {(control) => (
                <Select
                  {...control}
                  className="w-full"
                  value={form.when}
                  onChange={({ target }) => onChange({ when: target.value === 'ends' ? 'ends' : 'fails' })}
                >
                  <option value="fails">When a run fails or times out</option>
                  <option value="ends">When a run ends</option>
                </Select>
              )}
            </Field>
          ) : (
            <Field
              key={name}
              label={words[name].label}
              hint={`${words[name].hint}${endOfHint(form.kind, name, isNarrowed)}.`}
              error={problems[name] ?? errorAt(`/condition/${words[name].member ?? name}`)}
            >
              {(control) => (
                <Input
                  {...control}
                  className="font-mono"
                  value={form[name]}
                  onChange={({ target }) => onChange({ [name]: target.value })}
                />
              )}
            </Field>
          ),
        )}
    </>
  );
}

/** What an empty field means, by the kind of the condition. */
function endOfHint(kind: AlertConditionKind, name: ConditionField, isNarrowed: boolean): string {
  if (name !== 'type' && name !== 'queue' && name !== 'task' && name !== 'worker') return '';
  if (kind === 'failureRate') return '. Enter either a type or a queue';
  if (kind === 'overdue') return '. Enter either a type or a task';
  return isNarrowed || kind === 'failure' || kind === 'task' ? '' : '. Empty: every one';
}
