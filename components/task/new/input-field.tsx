'use client';
import type { TaskType } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { JsonEditor } from '@/components/json/json-editor.tsx';
import type { JsonEditorProps } from '@/components/json/json-editor-props.ts';
import { Button } from '@/components/ui/button.tsx';
import { exampleInput } from './new-task-form.ts';

type InputFieldProps = {
  value: string;
  type: TaskType | undefined;
  check: JsonCheck | undefined;
  /** What is wrong with it as a whole. */
  error: string | undefined;
  /** What the service refused within it. */
  errors: readonly { pointer: string; message: string }[];
  onChange: (value: string) => void;
  onCheck: (check: JsonCheck) => void;
  className?: string;
} & Pick<JsonEditorProps, 'redacted' | 'tabIndents'>;

/** The input of a task, checked by the schema of its type. */
export function InputField({ value, type, check, error, className = 'h-72', ...editor }: InputFieldProps) {
  const example = exampleInput(type);
  const problem = check?.problems[0]?.message;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <div className="flex items-center gap-2">
        <span className="flex-1 font-medium text-ink text-xs">Input</span>
        {type?.exampleInput !== undefined && value !== example && (
          <Button variant="ghost" size="sm" onClick={() => editor.onChange(example)}>
            Use the example
          </Button>
        )}
      </div>
      <JsonEditor {...editor} label="Input" value={value} schema={type?.inputSchema} className={className} />
      {error !== undefined && problem === undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
