'use client';
import { JsonDiff } from '@/components/json/json-diff.tsx';
import { ConflictView } from './conflict-view.tsx';
import { type EntryMerge, mergeTexts } from './entry-document.model.ts';
import type { EntryCopy } from './entry-form.model.ts';
import { type Choice, type Choices, openConflicts } from './merge.model.ts';

type MergeViewProps = {
  base: EntryCopy;
  conflict: { theirs: EntryCopy; merge: EntryMerge; choices: Choices };
  onChoose: (pointer: string, choice: Choice) => void;
  onChooseAll: (choice: Choice) => void;
};

/** The places that both changed, and what the merge would change of theirs. */
export function MergeView({ base, conflict, onChoose, onChooseAll }: MergeViewProps) {
  const { theirs, merge, choices } = conflict;
  return (
    <>
      <ConflictView base={base} {...conflict} onChoose={onChoose} onChooseAll={onChooseAll} />
      <h3 className="font-medium text-sm">Your changes to their version</h3>
      <Result texts={mergeTexts(merge, theirs)} open={openConflicts(merge, choices).length} />
    </>
  );
}

/** What is not chosen yet is in no result: until then, it must not read as if nothing of mine differed. */
function Result({ texts, open }: { texts: ReturnType<typeof mergeTexts>; open: number }) {
  return (
    <>
      {open > 0 && (
        <p className="text-muted text-sm">
          {open === 1 ? 'The place' : `The ${open} places`} without a choice {open === 1 ? 'is' : 'are'} not included.
        </p>
      )}
      {texts.before !== texts.after && <JsonDiff label="The merge compared with theirs" {...texts} maxHeight="40vh" />}
      {texts.before === texts.after && open === 0 && (
        <p className="text-muted text-sm">None: the merge keeps their version as it is.</p>
      )}
    </>
  );
}
