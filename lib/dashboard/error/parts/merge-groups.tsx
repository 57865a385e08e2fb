'use client';
import { Merge } from 'lucide-react';
import { useState } from 'react';
import { type ErrorGroup, numberText } from '#contract';
import { causeWords } from '@/components/error/cause-title.tsx';
import { SelectionBar } from '@/components/table/selection-bar.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Select } from '@/components/ui/select.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { mergeErrorGroups } from '../actions.ts';

type Props = { groups: readonly ErrorGroup[]; onMerged: () => void; onClear: () => void };

/** What can be done to the selected causes: they become one. */
export function SelectedGroups({ groups, onMerged, onClear }: Props) {
  const { reason } = useMay('tasks/update');
  const [isAsking, setAsking] = useState(false);
  return (
    <SelectionBar label="Selected errors" count={`${groups.length} selected`} onClear={onClear}>
      <Button
        size="sm"
        disabledReason={reason ?? (groups.length < 2 ? 'Select two errors or more' : undefined)}
        onClick={() => setAsking(true)}
      >
        <Merge aria-hidden />
        Merge…
      </Button>
      {isAsking && <MergeDialog groups={groups} onMerged={onMerged} onClose={() => setAsking(false)} />}
    </SelectionBar>
  );
}

function MergeDialog({ groups, onMerged, onClose }: Omit<Props, 'onClear'> & { onClose: () => void }) {
  const [id, setId] = useState(groups[0]?.id ?? '');
  const others = groups.filter((group) => group.id !== id);
  const failures = groups.reduce((sum, { failureCount }) => sum + failureCount, 0);
  return (
    <FormDialog
      title={`Merge ${groups.length} errors into one?`}
      description="Their failures, past and future, count as one error. Merged errors cannot be separated again."
      submitLabel={`Merge ${groups.length}`}
      failureTitle="The errors were not merged"
      onSubmit={async () => {
        const answer = await mergeErrorGroups({ id, ids: others.map((other) => other.id) });
        if (!answer.ok) return answer.problem;
        toast.success(`Merged ${groups.length} errors`);
        onMerged();
        return undefined;
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <Field label="Keep the name, owner and status of">
            {(control) => (
              <Select {...control} value={id} onChange={(event) => setId(event.target.value)}>
                {groups.map((group) => (
                  <option key={group.id} value={group.id}>
                    {causeWords(group)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <ul className="rounded-md border border-line text-sm">
            {groups.map((group) => (
              <li key={group.id} className="flex gap-3 border-line border-b px-2 py-1 last:border-b-0">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {causeWords(group)} <span className="font-mono text-muted text-xs">{group.type}</span>
                </span>
                <span className="tabular text-muted">{numberText(group.failureCount)}</span>
              </li>
            ))}
          </ul>
          <p className="text-muted text-sm">Together {numberText(failures)} failures in the last day.</p>
        </>
      )}
    </FormDialog>
  );
}
