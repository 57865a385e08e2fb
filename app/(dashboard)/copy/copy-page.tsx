'use client';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { ChooseFiles } from '@/components/blob/choose-files.tsx';
import { DropArea } from '@/components/blob/drop-area.tsx';
import { FailureNote } from '@/components/ui/failure-note.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { readCopyData } from '@/lib/dashboard/copy/copy.ts';
import { OpenedCopy } from '@/lib/dashboard/copy/parts/opened-copy.tsx';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';

/** A file is read in the browser and shown: it is not sent to the dashboard. */
export function CopyPage() {
  const [opened, setOpened] = useState<ReturnType<typeof readCopyData>>();
  const open = async ([file]: File[]) => {
    if (file !== undefined) setOpened(readCopyData(await file.text()));
  };
  return (
    <DropArea
      label="A copy"
      hint="Drop the file to open it"
      onFiles={(files) => void open(files)}
      className="mx-auto grid min-h-full w-full max-w-[120rem] content-start gap-4 p-3 sm:p-4"
    >
      <PageHeader title="Open a copy" />
      <UnknownAddress />
      <div className="grid justify-items-center gap-3 rounded-lg border border-edge border-dashed px-4 py-6 text-center text-sm">
        <p>Drop a file here that was saved with “Download a copy”. It is read in this browser only.</p>
        <ChooseFiles label="The file of a copy" onFiles={(files) => void open(files)} accept=".html,text/html">
          <FileUp aria-hidden /> Choose a file…
        </ChooseFiles>
      </div>
      {opened !== undefined &&
        ('problem' in opened ? <FailureNote>{opened.problem}</FailureNote> : <OpenedCopy copy={opened.copy} />)}
    </DropArea>
  );
}
