import { type AskedFor, stringifyJson } from '#contract';
import { JsonDiff } from '@/components/json/json-diff.tsx';

/** What a request would do when it is granted: in words, and what it changes as a comparison. */
export function AskedAct({ asked }: { asked: AskedFor }) {
  const { what, facts, before, after } = asked;
  return (
    <section aria-label="Requested action" className="grid gap-2 text-sm">
      <p className="font-medium">{what}</p>
      {facts.map((fact) => (
        <p key={fact} className="max-h-32 overflow-auto whitespace-pre-wrap break-words text-muted">
          {fact}
        </p>
      ))}
      {(before !== undefined || after !== undefined) && (
        <JsonDiff label="What it changes" before={textOf(before)} after={textOf(after)} maxHeight="16rem" />
      )}
    </section>
  );
}

function textOf(value: AskedFor['before']): string {
  return value === undefined ? '' : stringifyJson(value, 2);
}
