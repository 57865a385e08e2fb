'use client';
import { parseJson, stringifyJson } from '#contract';
import { JsonView } from '@/components/json/json-view.tsx';
import { showValue } from '@/components/json/shown-value.ts';
import type { RunView, TaskView } from '@/components/run/run-view.ts';
import { runPaths } from '../run-queries.ts';

/** The records as the service keeps them; very large values stand as their size, and are whole in the download. */
export function RawTab({ task, run }: { task: TaskView; run: RunView }) {
  return (
    <div className="grid gap-4 p-4 lg:grid-cols-2">
      {(
        [
          ['Task', 'task', task],
          [`Run ${run.runCount}`, 'run', run],
        ] as const
      ).map(([label, name, record]) => (
        <section key={name} className="min-w-0 space-y-1.5">
          <h2 className="font-medium text-sm">{label}</h2>
          <JsonView
            label={label}
            shown={showValue(recordOf(record))}
            downloadHref={runPaths.value(task.id, run.runCount, name)}
            maxHeight="70vh"
          />
        </section>
      ))}
    </div>
  );
}

/** The record again, each shown value in its place. */
function recordOf(record: TaskView | RunView) {
  const { input, output, ...rest } = record;
  const shown = (value: TaskView['input']) =>
    value?.kind === 'held' ? `${value.bytes} bytes, see the download` : value?.value;
  return parseJson(stringifyJson({ ...rest, input: shown(input), output: shown(output) }));
}
