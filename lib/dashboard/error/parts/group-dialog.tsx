'use client';
import { useState } from 'react';
import type { ErrorGroupDetails, ErrorGroupUpdate } from '#contract';
import { causeWords } from '@/components/error/cause-title.tsx';
import type { DecisionName } from '@/components/error/group-header.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { reasonInFields } from '@/components/ui/marked-fields.ts';
import { toast } from '@/components/ui/toast.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { explainConflict } from '../../problem/changed-words.ts';
import { updateErrorGroup } from '../actions.ts';
import { muteProblems } from '../mute-problems.ts';
import { EditFields, MuteFields, ResolveFields } from './group-fields.tsx';

/** What is asked before it is done. */
export type AskedDecision = Exclude<DecisionName, 'open'>;

const texts: Readonly<Record<AskedDecision, { title: string; verb: string; done: string; failure: string }>> = {
  edit: { title: 'Name and owner', verb: 'Save', done: 'Saved', failure: 'The error was not changed' },
  resolved: { title: 'Resolve this error', verb: 'Resolve', done: 'Resolved', failure: 'The error was not resolved' },
  muted: { title: 'Mute this error', verb: 'Mute', done: 'Muted', failure: 'The error was not muted' },
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
  readNow: () => Promise<ErrorGroupDetails | null | undefined>;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { kind, group, readNow, onClose, onDone } = props;
  const [base, setBase] = useState(group); // the page goes on to follow the group, the form does not
  const { title, verb, done, failure } = texts[kind];
  const [update, setUpdate] = useState<ErrorGroupUpdate>(kind === 'edit' ? {} : { status: kind });
  const Fields = fields[kind];
  const sendOnce = useSendOnce();

  const send = async () => {
    const answer = await sendOnce({ id: group.id, update, ifMatch: base.etag }, updateErrorGroup);
    const refusal = answer.ok ? undefined : answer.problem;
    const readBase = async () => {
      const now = await readNow();
      if (now) setBase(now);
      return now;
    };
    const told = await explainConflict(refusal, base, fieldNames, readBase, verb);
    if (told !== undefined) return told;
    toast.success(done, { description: causeWords(group) });
    await onDone();
    return undefined;
  };

  return (
    <FormDialog
      title={title}
      description={causeWords(group)}
      submitLabel={verb}
      failureTitle={failure}
      disabledReason={reasonInFields(muteProblems(update))}
      onSubmit={send}
      onClose={onClose}
    >
      {() => <Fields group={base} update={update} onChange={setUpdate} />}
    </FormDialog>
  );
}
