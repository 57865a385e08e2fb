'use client';
import { CircleCheck, Hourglass, Info, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { JsonObject } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { clearDraft } from '@/components/json/draft.ts';
import { JsonEditor } from '@/components/json/json-editor.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { type SendAnswer, useSend } from '@/components/ui/use-send.ts';
import { hasOneName, type KnownWait, preflightEvent } from './event-preflight.ts';
import { exampleOf } from './example-value.ts';

/** What raising an event on one task needs to know. */
export type RaiseContext = {
  taskId: string;
  /** The name of the task, or its type. */
  taskName: string;
  /** What the task's current run waits for now. */
  waits: readonly KnownWait[];
  /** Schemas of the events that the task's type declares, by name. */
  declared: Readonly<Record<string, JsonObject>>;
  /** Whether the task's current run has ended. */
  hasEnded: boolean;
};

type RaiseEventDialogProps = {
  context: RaiseContext;
  initialName?: string | undefined;
  onClose: () => void;
  /** Sends it; the value as JSON text, so that its numbers stay exact. */
  onRaise: (event: { name: string; valueText: string }) => Promise<SendAnswer>;
};

/** Raises an event: offers the names that make sense, checks the value, and says beforehand what it will do. */
export function RaiseEventDialog({ context, initialName, onClose, onRaise }: RaiseEventDialogProps) {
  const declared = new Map(Object.entries(context.declared));
  const declaredNames = [...declared.keys()];
  const [name, setName] = useState(initialName ?? context.waits[0]?.eventName ?? declaredNames[0] ?? '');
  /** Nothing needs to be typed for the name: it was asked for, or is all that the run waits for. The value comes first. */
  const [isNameGiven, setNameGiven] = useState(initialName !== undefined || hasOneName(context.waits));
  const draftKey = `event ${context.taskId} ${name}`;
  const schema = declared.get(name);
  const [text, setText] = useState(() => exampleOf(schema));
  const [check, setCheck] = useState<JsonCheck>();
  const { isBusy, problem, send } = useSend();
  const listId = useId();
  const problems = check?.problems.length ?? 0;
  const refusal =
    name === ''
      ? 'Enter a name.'
      : text.trim() === ''
        ? 'Enter a value. null is allowed.'
        : problems > 0
          ? 'Correct the value first.'
          : undefined;

  const choose = (next: string) => {
    setName(next);
    setNameGiven(false);
    if (text.trim() === '' || text === exampleOf(schema)) setText(exampleOf(declared.get(next)));
  };
  const submit = async () => {
    if (!(await send(() => onRaise({ name, valueText: text })))) return;
    clearDraft(draftKey);
    onClose();
  };

  return (
    <Dialog onClose={onClose}>
      <DialogContent
        size="md"
        title="Raise an event"
        description={`On task “${context.taskName}”. An event cannot be undone.`}
        footer={
          <>
            <DialogClose>
              <Button>Close</Button>
            </DialogClose>
            <Button
              variant="primary"
              disabledReason={refusal}
              disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => void submit()}
            >
              {isBusy ? 'Raising…' : 'Raise event'}
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <NameField {...{ context, name, choose, listId, declaredNames }} />
          <div className="space-y-1">
            <p className="font-medium text-xs">Value (JSON)</p>
            <JsonEditor
              key={name}
              label={`Value of ${name}`}
              value={text}
              onChange={setText}
              onCheck={setCheck}
              schema={schema}
              errors={problem?.errors?.map((error) => ({ ...error, pointer: error.pointer.replace(/^\/value/, '') }))}
              draftKey={draftKey}
              isFocusedFirst={isNameGiven}
              className="h-44"
            />
            {schema === undefined && name !== '' && (
              <p className="text-muted text-xs">The type declares no schema for this event: any value is accepted.</p>
            )}
          </div>
          <Preflight context={context} name={name} onName={choose} />
          {problem !== undefined && (
            <ErrorState title={outcomeTitle('The event was not raised', problem)} problem={problem} />
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function NameField(props: {
  context: RaiseContext;
  name: string;
  choose: (name: string) => void;
  listId: string;
  declaredNames: readonly string[];
}) {
  const waited = [...new Set(props.context.waits.map((wait) => wait.eventName))];
  const offered = [...new Set([...waited, ...props.declaredNames])];
  return (
    <div className="space-y-1.5">
      <Field label="Event name">
        {(control) => (
          <Input
            {...control}
            list={props.listId}
            value={props.name}
            maxLength={256}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => props.choose(event.target.value)}
          />
        )}
      </Field>
      <datalist id={props.listId}>
        {offered.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {offered.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {offered.map((name) => (
            <Button
              key={name}
              size="sm"
              aria-pressed={name === props.name}
              className="aria-pressed:bg-selected"
              onClick={() => props.choose(name)}
            >
              <span className="max-w-60 truncate font-mono">{name}</span>
              {waited.includes(name) && (
                <Badge tone="waiting" icon={Hourglass}>
                  waited for
                </Badge>
              )}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function Preflight({ context, name, onName }: { context: RaiseContext; name: string; onName: (name: string) => void }) {
  if (name === '') return null;
  const { wakes, nearMisses, isDeclared } = preflightEvent(name, context.waits, Object.keys(context.declared));
  const wake = wakes[0];
  return (
    <div className="space-y-2 text-sm" role="status">
      {wake !== undefined ? (
        <p className="flex items-start gap-2 rounded-md bg-positive-soft px-3 py-2">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
          <span>
            Run {wake.runCount} waits for it in step {wake.sequence + 1} and continues.
          </span>
        </p>
      ) : (
        <p className="flex items-start gap-2 rounded-md bg-idle-soft px-3 py-2">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-idle" />
          <span>
            {context.hasEnded
              ? 'The current run has ended. The event is kept; the next run can consume it only if the task’s type passes events on.'
              : 'No step waits for it yet. The event is kept until a step of this run waits for it.'}
          </span>
        </p>
      )}
      {nearMisses.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-caution-soft px-3 py-2">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-caution" />
          <span>{isDeclared ? 'A step waits for a similar name.' : 'Unknown event name. Did you mean'}</span>
          {nearMisses.map((near) => (
            <Button key={near} size="sm" onClick={() => onName(near)}>
              <span className="font-mono">{near}</span>
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
