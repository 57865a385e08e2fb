import { type JsonValue, stringifyJson } from '#contract';
import { statusLook } from '@/components/task/status.ts';
import { formatDuration } from '@/components/ui/duration.tsx';
import { logLine } from '../log/log-line.ts';
import { Html, html } from './html.ts';
import { type RunCopy, writeCopyData } from './run-copy.ts';

/** Nothing is loaded and no script runs, whatever a value holds. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const style = `
:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}
body{max-width:72rem;margin:0 auto;padding:1rem}
h1{font-size:1.25rem}h2{font-size:1rem;margin:1.5rem 0 .5rem}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #8886;vertical-align:top;overflow-wrap:anywhere}
thead th,td:nth-child(3),td:nth-child(4){white-space:nowrap}
pre{overflow:auto;max-height:40rem;padding:.5rem;border:1px solid #8886;white-space:pre-wrap;overflow-wrap:anywhere}
.track{position:relative;display:block;min-width:6rem;height:.75rem;background:#8882}
.track b{position:absolute;top:0;bottom:0;min-width:2px;background:#4f46e5}
.track b.failed{background:repeating-linear-gradient(135deg,#c81e1e 0 2px,#0000 2px 4px);border:1px solid #c81e1e}
.note{padding:.5rem;border:1px solid #8886}`;

/** Returns a copy of a run as one page that opens without a network, with the data of the run in it. */
export function runDocument(copy: RunCopy): string {
  const { task, run } = copy;
  const title = `${task.name ?? task.type}, run ${run.runCount}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<h1>${title}: ${statusLook[run.status].word.toLowerCase()}</h1>
<p class="note">A copy of a Taskdeck run, made on ${copy.madeOn} by ${copy.madeBy}. It shows what they could see. Open it in a Taskdeck (Open a copy) for the view of the run.${leftOutWords(copy)}</p>
${factsOf(copy)}
${run.error && html`<h2>Error</h2><pre>${run.error.stack ?? `${run.error.name}: ${run.error.message}`}</pre>`}
${stepsOf(copy)}
${valuePart('Input', run.input)}
${valuePart('Output', run.output)}
${eventsOf(copy)}
${logsOf(copy)}
${new Html(writeCopyData(copy))}
</body>
</html>
`;
  return page.text;
}

function leftOutWords({ leftOut, isCut }: RunCopy): string {
  const cut = Object.entries(isCut).flatMap(([name, is]) => (is ? [name] : []));
  return [
    ...(leftOut.length === 0 ? [] : [` Left out: ${leftOut.join(', ')}.`]),
    ...(cut.length === 0 ? [] : [` Only the first ${cut.join(' and ')} are in it.`]),
  ].join('');
}

function factsOf({ task, run }: RunCopy): Html {
  const facts: [string, string | number | bigint | undefined][] = [
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
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`],
  );
  return html`<table>${rows}</table>`;
}

function stepsOf({ run, steps }: RunCopy): Html | undefined {
  if (steps.length === 0) return undefined;
  const from = Date.parse(run.startedOn ?? run.queuedOn);
  const last = Math.max(...steps.map((step) => Date.parse(step.endedOn ?? step.startedOn)));
  const length = Math.max(1, Math.max(last, Date.parse(run.endedOn ?? run.queuedOn)) - from);
  const share = (milliseconds: number) => Math.min(100, Math.max(0, (milliseconds / length) * 100)).toFixed(2);
  const rows = steps.map((step) => {
    const took = Date.parse(step.endedOn ?? step.startedOn) - Date.parse(step.startedOn);
    const bar = `left:${share(Date.parse(step.startedOn) - from)}%;width:${share(took)}%`;
    return html`<tr><td>${step.sequence + 1}</td><td>${step.name}${step.error && html`<br>${step.error.name}: ${step.error.message}`}${step.output === undefined ? undefined : html`<details><summary>Output</summary><pre>${stringifyJson(step.output, 2)}</pre></details>`}</td><td>${statusLook[step.status].word}</td><td>${formatDuration(took)}</td><td><span class="track"><b class="${step.status === 'failed' ? 'failed' : ''}" style="${bar}"></b></span></td></tr>`;
  });
  return html`<h2>Steps</h2><table><thead><tr><th scope="col">No.</th><th scope="col">Step</th><th scope="col">Status</th><th scope="col">Took</th><th scope="col">When</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function valuePart(title: string, value: JsonValue | undefined): Html | undefined {
  return value === undefined ? undefined : html`<h2>${title}</h2><pre>${stringifyJson(value, 2)}</pre>`;
}

function eventsOf({ events }: RunCopy): Html | undefined {
  if (events.length === 0) return undefined;
  const rows = events.map(
    (event) =>
      html`<tr><td>${event.raisedOn}</td><td>${event.name}</td><td>${event.raisedBy}</td><td>${stringifyJson(event.data.value)}</td></tr>`,
  );
  return html`<h2>Events</h2><table><thead><tr><th scope="col">Raised</th><th scope="col">Event</th><th scope="col">By</th><th scope="col">Data</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function logsOf({ logs }: RunCopy): Html | undefined {
  if (logs.length === 0) return undefined;
  return html`<h2>Log</h2><pre>${logs.map((line) => `${logLine(line)}\n`)}</pre>`;
}
