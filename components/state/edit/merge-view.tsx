'use client';
import { JsonDiff } from '@/components/json/json-diff.tsx';
import { ConflictView } from './conflict-view.tsx';
import { type EntryMerge, mergeTexts } from './entry-document.model.ts';
import type { EntryCopy } from './entry-form.model.ts';
import type { Choice, Choices } from './merge.model.ts';

type MergeViewProps = {
  base: EntryCopy;
  conflict: { theirs: EntryCopy; merge: EntryMerge; choices: Choices };
  onChoose: (pointer: string, choice: Choice) => void;
  onChooseAll: (choice: Choice) => void;
};

/** The places that both changed, and what the merge would change of theirs. */
export function MergeView({ base, conflict, onChoose, onChooseAll }: MergeViewProps) {
  return (
    <>
      <ConflictView base={base} {...conflict} onChoose={onChoose} onChooseAll={onChooseAll} />
      <h3 className="font-medium text-sm">Your changes to their version</h3>
      <JsonDiff
        label="The merge compared with theirs"
        {...mergeTexts(conflict.merge, conflict.theirs)}
        maxHeight="40vh"
      />
    </>
  );
}
