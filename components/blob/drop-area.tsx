'use client';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { toast } from '@/components/ui/toast.ts';
import { droppedIn, filesInFolders } from './dropped-files.ts';

type DropAreaProps = {
  /** What is in it: "Blob". */
  label: string;
  /** What a drop does, shown while files hang over it. */
  hint: string;
  onFiles: (files: File[]) => void;
  /** How many files of folders it takes; without it, none. One more is handed over, so that it can be refused. */
  maximumInFolders?: number;
  /** What to do with a folder where none is taken. */
  instead?: string;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
};

/** A place that files can be dropped on. It is never the only way: a button beside it chooses files as well. */
export function DropArea({
  label,
  hint,
  onFiles,
  maximumInFolders,
  instead = 'Drop its files instead.',
  isDisabled = false,
  className,
  children,
}: DropAreaProps) {
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
    if (folders.length > 0 && maximumInFolders !== undefined) {
      void withFolders(files, folders, maximumInFolders);
      return;
    }
    if (folders.length > 0) toast.error(`${wordsOf(folders)} not uploaded`, { description: instead });
    if (files.length > 0) onFiles(files);
  };
  const withFolders = async (files: File[], folders: readonly FileSystemDirectoryEntry[], maximum: number) => {
    try {
      const all = [...files, ...(await filesInFolders(folders, maximum))];
      if (all.length > 0) onFiles(all);
      else toast.error(`${wordsOf(folders)} empty`);
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      toast.error(`${wordsOf(folders)} not read`, description === undefined ? {} : { description });
    }
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

function wordsOf(folders: readonly { name: string }[]): string {
  return folders.length === 1 ? `The folder ${folders[0]?.name} is` : `${folders.length} folders are`;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
