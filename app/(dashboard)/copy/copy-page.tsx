'use client';
import { useState } from 'react';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { OpenedRun } from '@/lib/dashboard/copy/parts/opened-run.tsx';
import { readCopyData } from '@/lib/dashboard/copy/run-copy.ts';

/** A file is read in the browser and shown: it is not sent to the dashboard. */
export function CopyPage() {
  const [opened, setOpened] = useState<ReturnType<typeof readCopyData>>();
  const open = async (file: File | undefined) => {
    if (file !== undefined) setOpened(readCopyData(await file.text()));
  };
  return (
    <div className="mx-auto grid w-full max-w-[120rem] gap-4 p-3 sm:p-4">
      <PageHeader title="Open a copy" />
      <label className="grid gap-1 text-sm">
        <span>A file that was downloaded with Take along. It is read in this browser only.</span>
        <input
          type="file"
          accept=".html,text/html"
          onChange={(event) => void open(event.currentTarget.files?.[0])}
          className="rounded-md border border-edge border-dashed bg-surface p-4"
        />
      </label>
      {opened !== undefined &&
        ('problem' in opened ? (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger text-sm">
            {opened.problem}
          </p>
        ) : (
          <OpenedRun copy={opened.copy} />
        ))}
    </div>
  );
}
