'use client';
import { FileClock, FileUp } from 'lucide-react';
import { useState } from 'react';
import { counted, numberText, visibleLine } from '#contract';
import { ChooseFiles } from '@/components/blob/choose-files.tsx';
import { whyOtherFile } from '@/components/blob/resume-file.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { Button } from '@/components/ui/button.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { forgetImport, type LeftImport, useLeftImport } from '../left-imports.ts';
import type { FileToGoOnWith } from '../use-import.ts';

const ImportEntries = laterPart(() => import('./import-entries.tsx').then((loaded) => loaded.ImportEntries));

/** The import into a store that was broken off in this tab: what it has saved, and the way on. */
export function LeftImportNotice({ storeName }: { storeName: string }) {
  const left = useLeftImport(storeName);
  const { reason } = useMay('state/create');
  const [problem, setProblem] = useState<string>();
  const [resumed, setResumed] = useState<FileToGoOnWith>();
  const choose = (file: File | undefined) => {
    if (file === undefined || left === undefined) return;
    const other = whyAnother(file, left);
    setProblem(other);
    if (other === undefined) setResumed({ file, place: left });
  };
  return (
    <>
      {left !== undefined && (
        <section
          aria-label="Import that was broken off"
          className="mx-3 mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-caution-soft px-3 py-1.5 text-sm"
        >
          <FileClock aria-hidden className="size-4 shrink-0 text-caution" />
          <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
            The import of <strong className="font-medium">{visibleLine(left.fileName)}</strong> was broken off: at least{' '}
            {numberText(left.doneCount)} of {counted(left.total, 'entry', 'entries')} saved
            {left.refused.length > 0 && `, ${numberText(left.refused.length)} not`}. Choose the file again to import the
            others.
            {problem !== undefined && (
              <span role="alert" className="block text-danger">
                {problem}
              </span>
            )}
          </p>
          <ChooseFiles
            size="sm"
            label={`${visibleLine(left.fileName)}, to continue its import`}
            onFiles={([file]) => choose(file)}
            disabledReason={reason}
          >
            <FileUp aria-hidden /> Choose the file
          </ChooseFiles>
          <Button size="sm" variant="ghost" onClick={() => forgetImport(storeName)}>
            Dismiss
          </Button>
        </section>
      )}
      {resumed !== undefined && (
        <ImportEntries storeName={storeName} left={resumed} onClose={() => setResumed(undefined)} />
      )}
    </>
  );
}

/** Why the import cannot go on with this file. */
function whyAnother(file: File, left: LeftImport): string | undefined {
  const other = whyOtherFile(file, left)?.replaceAll('the upload began', 'the import began');
  if (other !== undefined) return other;
  if (file.lastModified === left.lastModified) return undefined;
  return 'The file was changed after the import began. Dismiss this, and import the file anew.';
}
