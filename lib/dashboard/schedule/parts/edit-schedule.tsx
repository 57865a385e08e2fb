'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { ScheduleRules } from '@/components/schedule/schedule-rules.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState, type ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Time } from '@/components/ui/time.tsx';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { toast } from '@/components/ui/toast.ts';
import { ZonePicker } from '@/components/ui/zone-picker.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { changeSchedule } from '../actions.ts';
import type { ScheduledTask } from '../read-schedules.ts';

type Meaning = { words: string; next: string[] } | { problem: string };
type EditScheduleProps = { task: ScheduledTask; onClose: () => void; onSaved: () => void };

/** Changes a task's schedule, saying while one writes what it means and when it would start next. */
export function EditSchedule({ task, onClose, onSaved }: EditScheduleProps) {
  const [cron, setCron] = useState(task.schedule?.cron ?? '');
  const [timeZone, setTimeZone] = useState(task.schedule?.timeZone ?? 'UTC');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ShownProblem>();
  const formId = useId();
  const until = task.schedule?.until;
  const meaning = useMeaning(cron, timeZone, until);
  const refusal = meaning !== undefined && 'problem' in meaning ? meaning.problem : undefined;
  const isSame = cron.trim() === task.schedule?.cron && timeZone === task.schedule.timeZone;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const schedule = { cron: cron.trim(), timeZone, ...(until === undefined ? {} : { until }) };
    const result = await changeSchedule({ id: task.id, etag: task.etag, schedule }).catch(() => undefined);
    setBusy(false);
    if (result?.ok) {
      toast.success('Schedule changed', { description: task.name ?? task.id });
      onSaved();
    } else setProblem(explain(result?.problem));
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title="Edit schedule"
        description={task.name ?? task.id}
        footer={
          <>
            <DialogClose asChild>
              <Button>Close</Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={isBusy}
              aria-busy={isBusy}
              disabledReason={isSame ? 'Nothing has changed.' : refusal}
            >
              Save
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void save(event)} className="grid gap-3">
          <Field
            label="Cron expression"
            hint="minute hour day month weekday, or six fields with seconds first"
            error={refusal}
          >
            {(control) => (
              <Input
                {...control}
                value={cron}
                onChange={(event) => setCron(event.target.value)}
                className="font-mono"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label="Time zone">
            {(control) => <ZonePicker {...control} value={timeZone} onChange={setTimeZone} />}
          </Field>
          {meaning !== undefined && 'words' in meaning && <MeaningOfSchedule {...meaning} timeZone={timeZone} />}
          <ScheduleRules />
          {problem !== undefined && <ErrorState title="The schedule was not changed" problem={problem} />}
        </form>
      </DialogContent>
    </Dialog>
  );
}

function useMeaning(cron: string, timeZone: string, until: string | undefined): Meaning | undefined {
  const written = useDeferredValue(cron.trim());
  const { data } = useQuery({
    queryKey: ['schedule-meaning', written, timeZone, until],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ cron: written, timeZone, ...(until === undefined ? {} : { until }) });
      return fetchJson<Meaning>(`/api/schedules/preview?${params}`, { signal });
    },
    enabled: written !== '',
    placeholderData: keepPreviousData,
  });
  return written === '' ? { problem: 'Enter a cron expression.' } : data;
}

function MeaningOfSchedule({ words, next, timeZone }: { words: string; next: readonly string[]; timeZone: string }) {
  return (
    <div className="rounded-md bg-sunken px-3 py-2" aria-live="polite">
      <p className="font-medium">{words}</p>
      {next.length === 0 ? (
        <p className="text-caution text-xs">The schedule has no further occurrence.</p>
      ) : (
        <>
          <p className="mt-1 text-muted text-xs">
            Next {next.length}, in {timeZone.replaceAll('_', ' ')}
          </p>
          <ol className="mt-0.5 grid gap-0.5 text-xs">
            {next.map((time) => (
              <li key={time} className="flex gap-3">
                <time dateTime={time} className="tabular font-mono">
                  {formatAbsolute(new Date(time), timeZone)}
                </time>
                <span className="text-muted">
                  <Time value={time} style="relative" />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function explain(problem: ShownProblem | undefined): ShownProblem {
  if (problem === undefined) return { code: 'Unreachable', detail: 'The dashboard did not answer. Try again.' };
  if (problem.code !== 'PreconditionFailed') return problem;
  return {
    ...problem,
    detail: 'The task has changed in the meantime. Close this dialog, check the task and try again.',
  };
}
