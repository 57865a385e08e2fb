'use client';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { counted } from '#contract';
import { printFilter } from '@/components/filter/clause.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { useScopes } from '../../access/scopes-context.tsx';
import { answered } from '../../problem/answered.ts';
import { problemOf } from '../../problem/problem.ts';
import { checkProofForExport } from '../../proof/actions.ts';
import { withProof } from '../../proof/with-proof.ts';
import type { EntryListState } from '../entry-list-state.ts';
import { type ExportProgress, exportToFile, exportUrl, hasDisk } from '../export-file.ts';
import { fileNameOf } from '../save-file.ts';

type State =
  | { kind: 'asking' }
  | { kind: 'working' | 'done'; progress: ExportProgress }
  | { kind: 'failed'; detail: string };

/** Writes all entries that the filter matches to a file of JSON lines, with progress and a way to stop. */
export function ExportEntries({ list, onClose }: { list: EntryListState; onClose: () => void }) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const running = useRef<AbortController>(undefined);
  const maySeeSensitive = useScopes().includes('sensitive/read');
  useEffect(() => () => running.current?.abort(), []);
  const filter = printFilter(list.filter);
  const isWorking = state.kind === 'working';

  const begin = async () => {
    const checked = await answered(withProof(() => checkProofForExport(undefined)));
    if (!checked.ok) return setState({ kind: 'failed', detail: checked.problem.detail });
    // without a disk of the page's own, the browser's download is what keeps it out of memory
    if (!hasDisk()) return window.location.assign(exportUrl(list));
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'working', progress: { entries: 0, bytes: 0 } });
    try {
      const progress = await exportToFile(
        exportUrl(list),
        fileNameOf(list.storeName, 'export'),
        (now) => setState({ kind: 'working', progress: now }),
        controller.signal,
      );
      setState({ kind: 'done', progress });
    } catch (error) {
      setState(controller.signal.aborted ? { kind: 'asking' } : { kind: 'failed', detail: problemOf(error).detail });
    }
  };

  return (
    <Dialog isBusy={isWorking} onClose={onClose}>
      <DialogContent
        title="Export entries"
        description="One entry per line as JSON, with id, value, tags and expiry, in the format of an import. Blobs are not included."
        footer={
          <>
            {isWorking ? (
              <Button onClick={() => running.current?.abort()}>Stop</Button>
            ) : (
              <Button onClick={onClose}>{state.kind === 'done' ? 'Close' : 'Cancel'}</Button>
            )}
            {state.kind !== 'done' && (
              <Button variant="primary" disabled={isWorking} aria-busy={isWorking} onClick={() => void begin()}>
                <Download aria-hidden /> {isWorking ? 'Exporting…' : 'Export'}
              </Button>
            )}
          </>
        }
      >
        <p className="text-sm">
          {filter === '' ? (
            <>
              All entries of <span className="font-mono text-xs">{list.storeName}</span>.
            </>
          ) : (
            <>
              The entries of <span className="font-mono text-xs">{list.storeName}</span> that match{' '}
              <code className="break-all font-mono text-xs">{filter}</code>.
            </>
          )}
          {!maySeeSensitive && ' Sensitive values are redacted: you need the scope sensitive/read to export them.'}
        </p>
        <p role="status" className="mt-2 text-muted text-sm">
          {(state.kind === 'working' || state.kind === 'done') && (
            <span className="tabular">
              {state.kind === 'done' && 'Done: '}
              {counted(state.progress.entries, 'entry', 'entries')}, {formatBytes(state.progress.bytes)}
            </span>
          )}
          {state.kind === 'failed' && <span className="text-danger">Not exported: {state.detail}</span>}
        </p>
      </DialogContent>
    </Dialog>
  );
}
