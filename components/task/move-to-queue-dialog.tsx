'use client';
import { useEffect, useId, useRef, useState } from 'react';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';

type MoveToQueueDialogProps = {
  /** What is moved: `Order 17`, `46 tasks`. */
  subject: string;
  from: string;
  /** The type of the tasks, and the queues in which live workers serve it. Omitted until they are known. */
  served?: { type: string; queues: readonly string[] } | undefined;
  /** All queues, to suggest after those that are served. */
  queues: readonly string[];
  /** Resolves to the failure in words, or to nothing when all is done. */
  onMove: (queue: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** Asks for the queue that tasks move to. One that a worker serves is filled in: in another one they would wait as before. */
export function MoveToQueueDialog({ subject, from, served, queues, onMove, onClose }: MoveToQueueDialogProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const suggested = served?.queues.find((name) => name !== from) ?? '';
  const chosen = (typed ?? suggested).trim();
  const isTyped = typed !== undefined;
  useEffect(() => {
    if (suggested !== '' && !isTyped) input.current?.select(); // it is replaced by typing
  }, [suggested, isTyped]);
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
          <Field label="Queue" hint={served === undefined ? '\u00a0' : servedWords(served)}>
            {(control) => (
              <Input
                {...control}
                ref={input}
                value={typed ?? suggested}
                list={listId}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <datalist id={listId}>
            {[...new Set([...(served?.queues ?? []), ...queues])]
              .filter((name) => name !== from)
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </datalist>
        </>
      )}
    </FormDialog>
  );
}

/** Where the tasks would be taken. */
function servedWords({ type, queues }: { type: string; queues: readonly string[] }): string {
  if (queues.length === 0) return `No live worker has the type ${type}. In any queue, the tasks wait until one starts.`;
  return `Live workers take ${type} from ${queues.map((name) => `“${name}”`).join(', ')}.`;
}
