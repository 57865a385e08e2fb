'use client';
import { JsonView } from '@/components/json/json-view.tsx';
import type { RunView } from '@/components/run/run-view.ts';
import { loadValue } from '../load-value.ts';
import { runPaths } from '../run-queries.ts';

/** What went into the run and what came out, side by side. */
export function ValuesTab({ taskId, run }: { taskId: string; run: RunView }) {
  const path = (name: string) => runPaths.value(taskId, run.runCount, name);
  return (
    <div className="grid gap-4 p-4 lg:grid-cols-2">
      {(['input', 'output'] as const).map((name) => {
        const label = `${name === 'input' ? 'Input' : 'Output'} of run ${run.runCount}`;
        return (
          <section key={name} className="min-w-0 space-y-1.5">
            <h2 className="font-medium text-sm">{label}</h2>
            <JsonView
              key={run.runCount}
              label={label}
              shown={run[name]}
              load={() => loadValue(path(name))}
              downloadHref={run[name] === undefined ? undefined : path(name)}
              empty={name === 'input' ? 'No input.' : 'No output: only a succeeded run has one.'}
              maxHeight="70vh"
            />
          </section>
        );
      })}
    </div>
  );
}
