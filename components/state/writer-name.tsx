import { Bot, KeyRound, User, Workflow } from 'lucide-react';
import Link from 'next/link';
import type { StateWriter } from '#contract';
import { writerPath } from './state-path.ts';

const looks: Record<StateWriter['kind'], { icon: typeof User; word: string }> = {
  operator: { icon: User, word: 'operator' },
  apiKey: { icon: KeyRound, word: 'API key' },
  external: { icon: User, word: 'external identity' },
  task: { icon: Workflow, word: 'task' },
  system: { icon: Bot, word: 'the system' },
};

/** Who wrote, by name; a step of a run is a link to it. */
export function WriterName({ writer, isShort = false }: { writer: StateWriter; isShort?: boolean }) {
  const { icon: Icon, word } = looks[writer.kind];
  const href = writerPath(writer);
  const run = writer.runCount === undefined ? '' : `#${writer.runCount}`;
  const step = writer.stepName === undefined || isShort ? '' : `, step ${writer.stepName}`;
  const text = writer.name === '' ? word : `${writer.name}${run}${step}`;
  return (
    <span
      className="inline-flex min-w-0 max-w-full items-center gap-1 align-bottom"
      title={`${word} ${writer.id}${step}`}
    >
      <Icon aria-label={word} className="size-3 shrink-0 text-muted" />
      {href === undefined ? (
        <span className="truncate">{text}</span>
      ) : (
        <Link
          href={href}
          prefetch={false}
          tabIndex={isShort ? -1 : undefined}
          className="truncate text-accent hover:underline"
        >
          {text}
        </Link>
      )}
    </span>
  );
}
