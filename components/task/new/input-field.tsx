'use client';
import type { TaskType } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { JsonEditor } from '@/components/json/json-editor.tsx';
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
};

/** The input of a new task, checked by the schema of its type. */
export function InputField({ value, type, check, error, errors, onChange, onCheck }: InputFieldProps) {
  const example = exampleInput(type);
  const problem = check?.problems[0]?.message;
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <span className="flex-1 font-medium text-ink text-xs">Input</span>
        {type?.exampleInput !== undefined && value !== example && (
          <Button variant="ghost" size="sm" onClick={() => onChange(example)}>
            Use the example
          </Button>
        )}
      </div>
      <JsonEditor
        label="Input"
        value={value}
        onChange={onChange}
        onCheck={onCheck}
        tabIndents
        schema={type?.inputSchema}
        errors={errors}
        className="h-72"
      />
      {error !== undefined && problem === undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
