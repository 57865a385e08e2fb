import { type JsonValue, stringifyJson } from '#contract';
import { errorWords } from '@/components/error/error-words.ts';
import { statusLook } from '@/components/task/status.ts';
import { taskName } from '@/components/task/task-row.ts';
import { formatDuration } from '@/components/ui/duration.tsx';
import { logLine } from '../log/log-line.ts';
import { stackAt } from './copied-stack.ts';
import { factTable, listTable } from './document-tables.ts';
import { type Html, html } from './html.ts';
import type { RunCopy } from './run-copy.ts';
import { stackHtml } from './stack-document.ts';

/** The title of a copy of a run. */
export function runTitle({ task, run }: RunCopy): string {
  return `${taskName(task)}, run ${run.runCount}: ${statusLook[run.status].word.toLowerCase()}`;
}

/** The page of a copy of a run, without its head. */
export function runBody(copy: RunCopy): Html {
  const { run } = copy;
  return html`${factsOf(copy)}
${run.error && html`<h2>Error</h2>${stackHtml(run.error, stackAt(copy.sources, {}))}`}
${stepsOf(copy)}
${valuePart('Input', run.input)}
${valuePart('Output', run.output)}
${eventsOf(copy)}
${logsOf(copy)}`;
}

function factsOf({ task, run }: RunCopy): Html {
  return factTable([
    ['Task', task.id],
    ['Type', task.type],
    ['Queue', task.queue],
    ['Run', run.runCount],
    ['Attempt', run.attempt],
    ['Queued', run.queuedOn],
    ['Started', run.startedOn],
    ['Ended', run.endedOn],
    ['Worker', run.worker],
    [
      'Tags',
      Object.entries(task.tags)
        .map(([name, value]) => `${name}=${value}`)
        .join(', ') || undefined,
    ],
  ]);
}

function stepsOf({ run, steps, sources }: RunCopy): Html | undefined {
  if (steps.length === 0) return undefined; // nothing to measure
  const from = Date.parse(run.startedOn ?? run.queuedOn);
  const last = Math.max(...steps.map((step) => Date.parse(step.endedOn ?? step.startedOn)));
  const length = Math.max(1, Math.max(last, Date.parse(run.endedOn ?? run.queuedOn)) - from);
  const share = (milliseconds: number) => Math.min(100, Math.max(0, (milliseconds / length) * 100)).toFixed(2);
  const rows = steps.map((step) => {
    const took = Date.parse(step.endedOn ?? step.startedOn) - Date.parse(step.startedOn);
    const bar = `left:${share(Date.parse(step.startedOn) - from)}%;width:${share(took)}%`;
    const name = html`${step.name}${errorPart(step, sources)}${step.output === undefined ? undefined : html`<details><summary>Output</summary><pre>${stringifyJson(step.output, 2)}</pre></details>`}`;
    const track = html`<span class="track"><b class="${step.status === 'failed' ? 'failed' : ''}" style="${bar}"></b></span>`;
    return [step.sequence + 1, name, statusLook[step.status].word, formatDuration(took), track];
  });
  return listTable('Steps', ['No.', 'Step', 'Status', 'Took', 'When'], rows);
}

function errorPart({ sequence, error }: RunCopy['steps'][number], sources: RunCopy['sources']): Html | undefined {
  if (error === undefined) return undefined;
  const stack =
    error.stack === undefined
      ? undefined
      : html`<details><summary>Stack</summary>${stackHtml(error, stackAt(sources, { sequence }))}</details>`;
  return html`<br>${errorWords(error)}${stack}`;
}

function valuePart(title: string, value: JsonValue | undefined): Html | undefined {
  return value === undefined ? undefined : html`<h2>${title}</h2><pre>${stringifyJson(value, 2)}</pre>`;
}

function eventsOf({ events }: RunCopy): Html | undefined {
  const rows = events.map(({ raisedOn, name, raisedBy, data }) => [
    raisedOn,
    name,
    raisedBy,
    stringifyJson(data.value),
  ]);
  return listTable('Events', ['Raised', 'Event', 'By', 'Data'], rows);
}

function logsOf({ logs }: RunCopy): Html | undefined {
  if (logs.length === 0) return undefined;
  return html`<h2>Log</h2><pre>${logs.map((line) => `${logLine(line)}\n`)}</pre>`;
}
