'use client';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { toast } from '@/components/ui/toast.ts';

type DropAreaProps = {
  /** What is in it: "Blob". */
  label: string;
  /** What a drop does, shown while files hang over it. */
  hint: string;
  onFiles: (files: File[]) => void;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
};

/** A place that files can be dropped on. It is never the only way: a button beside it chooses files as well. */
export function DropArea({ label, hint, onFiles, isDisabled = false, className, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const follow = (event: DragEvent, step: number) => {
    if (isDisabled || !hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation(); // a place inside another answers alone
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // else the browser opens the file and leaves the page
    event.stopPropagation();
    depth.current = 0;
    setOver(false);
    if (isDisabled) return;
    const { files, folders } = droppedIn(event.dataTransfer);
    if (folders.length > 0)
      toast.error(folders.length === 1 ? `${folders[0]} is a folder` : `${folders.length} folders are not uploaded`, {
        description: 'A folder cannot be uploaded. Drop its files instead.',
      });
    if (files.length > 0) onFiles(files);
  };
  return (
    <section
      aria-label={label}
      className={cn('relative', className)}
      onDragEnter={(event) => follow(event, 1)}
      onDragLeave={(event) => follow(event, -1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-1 z-20 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/95">
          <p className="px-4 text-center font-medium text-accent text-base">{hint}</p>
        </div>
      )}
    </section>
  );
}

/** A browser hands over a folder as a file that nobody can read. */
function droppedIn({ items, files }: DataTransfer): { files: File[]; folders: string[] } {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  const isFolder = (_: File, at: number) => entries[at]?.isDirectory === true;
  return {
    files: [...files].filter((file, at) => !isFolder(file, at)),
    folders: [...files].filter(isFolder).map(({ name }) => name),
  };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
