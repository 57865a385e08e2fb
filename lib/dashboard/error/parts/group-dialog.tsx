'use client';
import { type FormEvent, useId, useState } from 'react';
import type { ErrorGroupDetails, ErrorGroupUpdate } from '#contract';
import { causeWords } from '@/components/error/cause-title.tsx';
import type { DecisionName } from '@/components/error/group-header.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';
import { FailureNote } from '@/components/ui/failure-note.tsx';
import { toast } from '@/components/ui/toast.ts';
import { unreachable } from '@/components/ui/unreachable.ts';
import { explainConflict } from '../../problem/changed-words.ts';
import { updateErrorGroup } from '../actions.ts';
import { EditFields, MuteFields, ResolveFields } from './group-fields.tsx';

/** What is asked before it is done. */
export type AskedDecision = Exclude<DecisionName, 'open'>;

const texts: Readonly<Record<AskedDecision, { title: string; verb: string; done: string }>> = {
  edit: { title: 'Name and owner', verb: 'Save', done: 'Saved' },
  resolved: { title: 'Resolve this error', verb: 'Resolve', done: 'Resolved' },
  muted: { title: 'Mute this error', verb: 'Mute', done: 'Muted' },
};

const fieldNames = {
  name: 'the name',
  owner: 'the owner',
  status: 'the status',
  mutedUntil: 'the mute',
  resolvedInVersion: 'the version',
} as const;

const fields = { edit: EditFields, resolved: ResolveFields, muted: MuteFields };

/** Asks for what a decision about a cause needs, and sends it. */
export function GroupDialog(props: {
  kind: AskedDecision;
  group: ErrorGroupDetails;
  readNow: () => Promise<ErrorGroupDetails | undefined>;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { kind, group, readNow, onClose, onDone } = props;
  const [base, setBase] = useState(group); // the page goes on to follow the group, the form does not
  const { title, verb, done } = texts[kind];
  const formId = useId();
  const [update, setUpdate] = useState<ErrorGroupUpdate>(kind === 'edit' ? {} : { status: kind });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const Fields = fields[kind];

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await updateErrorGroup({ id: group.id, update, ifMatch: base.etag }).catch(() => undefined);
    const problem = answer?.ok === false ? answer.problem : undefined;
    const told = await explainConflict(problem, base, fieldNames, async () => {
      const now = await readNow();
      if (now !== undefined) setBase(now);
      return now;
    });
    setBusy(false);
    if (!answer?.ok) return setFailure((told ?? unreachable).detail);
    toast.success(done, { description: causeWords(group) });
    await onDone();
  };

  return (
    <Dialog isBusy={isBusy} onClose={onClose}>
      <DialogContent
        title={title}
        description={causeWords(group)}
        footer={
          <>
            <DialogClose>
              <Button>Close</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" disabled={isBusy} aria-busy={isBusy}>
              {verb}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void send(event)} className="grid gap-3">
          <Fields group={base} update={update} onChange={setUpdate} />
          {failure !== undefined && <FailureNote>{failure}</FailureNote>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
