'use client';
import { useId, useState } from 'react';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';

type MoveToQueueDialogProps = {
  /** What is moved: `Order 17`, `46 tasks`. */
  subject: string;
  from: string;
  /** Queues to suggest; the first is filled in. */
  queues: readonly string[];
  /** Resolves to the failure in words, or to nothing when all is done. */
  onMove: (queue: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** Asks for the queue that tasks move to. */
export function MoveToQueueDialog({ subject, from, queues, onMove, onClose }: MoveToQueueDialogProps) {
  const listId = useId();
  const [queue, setQueue] = useState(queues.find((name) => name !== from) ?? '');
  const chosen = queue.trim();
  return (
    <FormDialog
      size="sm"
      title={`Move ${subject} to another queue`}
      description={`Now in queue “${from}”. Only the queue changes: a run that waits or is queued continues in the new one.`}
      submitLabel="Move"
      failureTitle="Not moved"
      disabledReason={chosen === '' || chosen === from ? 'Choose another queue first.' : undefined}
      onSubmit={async () => {
        const detail = await onMove(chosen);
        if (detail !== undefined) return { detail };
        onClose();
        return undefined;
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <Field label="Queue">
            {(control) => (
              <Input {...control} value={queue} list={listId} onChange={(event) => setQueue(event.target.value)} />
            )}
          </Field>
          <datalist id={listId}>
            {queues.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </FormDialog>
  );
}
