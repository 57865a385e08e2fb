'use client';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';

type Props = {
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
export function MoveToQueueDialog({ subject, from, queues, onMove, onClose }: Props) {
  const formId = useId();
  const listId = useId();
  const [queue, setQueue] = useState(queues.find((name) => name !== from) ?? '');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const chosen = queue.trim();

  const move = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === '' || chosen === from || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const answer = await onMove(chosen).catch(
      () => 'The dashboard did not answer. Check the connection and try again.',
    );
    setBusy(false);
    if (answer === undefined) onClose();
    else setFailure(answer);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={`Move ${subject} to another queue`}
        description={`Now in queue “${from}”. Only the queue changes: a run that waits or is queued continues in the new one.`}
        footer={
          <>
            <DialogClose asChild>
              <Button>Close</Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              aria-busy={isBusy}
              disabled={isBusy}
              disabledReason={chosen === '' || chosen === from ? 'Choose another queue first.' : undefined}
            >
              {isBusy ? 'Moving…' : 'Move'}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void move(event)}>
          <Field label="Queue" error={failure}>
            {(control) => (
              <Input {...control} value={queue} list={listId} onChange={(event) => setQueue(event.target.value)} />
            )}
          </Field>
          <datalist id={listId}>
            {queues.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </form>
      </DialogContent>
    </Dialog>
  );
}
