'use client';
import { type ComponentProps, useRef } from 'react';
import { Button } from '@/components/ui/button.tsx';

type ChooseFilesProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'asChild'> & {
  /** What is chosen, for those who hear it: "a file for orders/17". */
  label: string;
  isMany?: boolean;
  /** File types as an input's `accept` names them; without it, any. */
  accept?: string;
  onFiles: (files: File[]) => void;
};

/** A button that opens the browser's file dialog. */
export function ChooseFiles({ label, isMany = false, accept, onFiles, ...props }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...props} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple={isMany}
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = ''; // the same file can be chosen again
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
