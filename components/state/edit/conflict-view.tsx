'use client';
import { useId } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { copyWords, placeWords } from './entry-document.model.ts';
import type { EntryCopy } from './entry-form.model.ts';
import { type Choice, type Choices, type Conflict, choiceAt, type Merge, openConflicts } from './merge.model.ts';
import { OneSided } from './one-sided.tsx';

type ConflictViewProps = {
  base: EntryCopy;
  theirs: EntryCopy;
  merge: Merge;
  choices: Choices;
  onChoose: (pointer: string, choice: Choice) => void;
  /** For these places, and for all that others change later. */
  onChooseAll: (choice: Choice) => void;
};

/** The places that both changed, with what was there, theirs and mine; one is chosen of each. The rest merges by itself. */
export function ConflictView({ base, theirs, merge, choices, onChoose, onChooseAll }: ConflictViewProps) {
  const { conflicts } = merge;
  const open = openConflicts(merge, choices).length;
  return (
    <section aria-label="Conflicts" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-sm">
          You and {theirs.lastModifiedBy.name} changed {conflicts.length === 1 ? 'the same place' : 'the same places'}{' '}
          differently.{' '}
          {open === 0
            ? 'Every conflict is resolved.'
            : `${open} of ${conflicts.length} still ${open === 1 ? 'needs' : 'need'} a choice.`}
        </p>
        <Button size="sm" aria-pressed={choices.rest === 'theirs'} onClick={() => onChooseAll('theirs')}>
          All theirs
        </Button>
        <Button size="sm" aria-pressed={choices.rest === 'mine'} onClick={() => onChooseAll('mine')}>
          All mine
        </Button>
      </div>
      <ol className="grid gap-3">
        {conflicts.map((conflict) => (
          <OneConflict
            key={conflict.pointer}
            conflict={conflict}
            titles={{
              base: `Before · version ${base.version}`,
              theirs: `Theirs · version ${theirs.version}, ${theirs.lastModifiedBy.name}`,
              mine: 'Mine',
            }}
            choice={choiceAt(choices, conflict.pointer)}
            onChoose={(choice) => onChoose(conflict.pointer, choice)}
          />
        ))}
      </ol>
      <OneSided merge={merge} by={theirs.lastModifiedBy.name} />
    </section>
  );
}

const sides: readonly Choice[] = ['base', 'theirs', 'mine'];

function OneConflict(props: {
  conflict: Conflict;
  titles: Readonly<Record<Choice, string>>;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}) {
  const { conflict, choice } = props;
  const name = useId();
  const { what, where } = placeWords(conflict.pointer);
  return (
    <li>
      <fieldset className="rounded-md border border-line bg-surface">
        <legend className="ml-2 px-1 text-sm">
          {what} {where !== '' && <code className="break-all font-mono text-xs">{where}</code>}
        </legend>
        <div className="grid gap-2 p-2 pt-1 @2xl:grid-cols-3">
          {sides.map((side) => (
            <label
              key={side}
              className="flex min-w-0 flex-col gap-1 rounded-md border border-line p-2 has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <span className="flex items-center gap-2 text-xs">
                <input
                  type="radio"
                  name={name}
                  value={side}
                  checked={choice === side}
                  onChange={() => props.onChoose(side)}
                  className="size-4 accent-accent-solid outline-none"
                />
                <span className="font-medium">{props.titles[side]}</span>
              </span>
              <CopyText copy={conflict[side]} />
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  );
}

/** Longer texts are cut: all of it stands in the result. */
const shownCharacters = 2_000;

function CopyText({ copy }: { copy: Conflict['base'] }) {
  if (copy === undefined) return <span className="text-muted text-xs italic">absent</span>;
  const text = copyWords(copy);
  return (
    <code className="max-h-48 overflow-hidden whitespace-pre-wrap break-all font-mono text-xs leading-5">
      {text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}
    </code>
  );
}
