'use client';
import type { JsonObject } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { JsonEditor } from '@/components/json/json-editor.tsx';
import { isLongText } from '@/components/json/long-text.ts';
import type { ShownProblem } from '@/components/ui/error-state.tsx';

type Props = {
  before: { text: string; label: string };
  text: string;
  onChange: (text: string) => void;
  onCheck: (check: JsonCheck) => void;
  schema: JsonObject | undefined;
  problem: ShownProblem | undefined;
  draftKey: string;
};

/** The input of the new run beside that of the earlier one, with what differs marked. Long inputs have no marks. */
export function InputComparison({ before, text, onChange, onCheck, schema, problem, draftKey }: Props) {
  const isMarked = !isLongText(before.text) && !isLongText(text);
  return (
    <div className="min-w-0 space-y-1">
      <p className="flex justify-between gap-3 font-medium text-xs">
        <span className="text-muted">{isMarked ? before.label : 'Too long to compare'}</span>
        <span className="lg:w-1/2">New input</span>
      </p>
      <JsonEditor
        label="New input"
        value={text}
        before={before}
        onChange={onChange}
        onCheck={onCheck}
        schema={schema}
        errors={problem?.errors?.map((error) => ({ ...error, pointer: error.pointer.replace(/^\/input/, '') }))}
        redacted="keep"
        draftKey={draftKey}
        isFocusedFirst
        className="h-80"
      />
    </div>
  );
}
