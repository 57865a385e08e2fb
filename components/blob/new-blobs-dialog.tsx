'use client';
import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState, type ShownProblem } from '@/components/ui/error-state.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Input } from '@/components/ui/input.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import {
  type BlobRules,
  type BlobTarget,
  isSent,
  type NewBlob,
  type NewBlobFate,
  planNewBlobs,
  possibleIds,
} from './new-blobs.model.ts';

type Found = { ok: true; targets: BlobTarget[]; rules: BlobRules } | { ok: false; problem: ShownProblem };

type NewBlobsDialogProps = {
  storeName: string;
  files: readonly File[];
  /** Where in the tree the operator is. */
  initialPrefix: string;
  /** Which of these ids have an entry already, and what the store says of blobs. */
  find: (ids: string[]) => Promise<Found>;
  /** Whether a file is on its way from this page to the entry with this id. */
  isUnderWay: (id: string) => boolean;
  onStart: (blobs: NewBlob[]) => void;
  onClose: () => void;
};

const lookAfterMs = 250;

/** Shows which entries several files would become before anything is sent. */
export function NewBlobsDialog(props: NewBlobsDialogProps) {
  const { storeName, files, initialPrefix, find, isUnderWay, onStart, onClose } = props;
  const prefixId = useId();
  const [prefix, setPrefix] = useState(initialPrefix);
  const [replaces, setReplaces] = useState(false);
  const [found, setFound] = useState<Found & { prefix: string }>();
  /** The prefix that was looked at last: a slow answer about an earlier one comes too late. */
  const asked = useRef<string>(undefined);
  const look = useEffectEvent(async (at: string) => {
    const ids = possibleIds(files, at);
    asked.current = at;
    const answer: Found = ids.length === 0 ? { ok: true, targets: [], rules: {} } : await find(ids);
    if (asked.current === at) setFound({ ...answer, prefix: at });
  });
  useEffect(() => {
    const timer = setTimeout(() => void look(prefix), lookAfterMs);
    return () => clearTimeout(timer);
  }, [prefix]);

  const isCurrent = found?.ok === true && found.prefix === prefix;
  const { targets: there, rules } = isCurrent ? found : { targets: [], rules: {} };
  const targets = new Map(there.map((target) => [target.id, target]));
  const blobs = planNewBlobs(files, prefix, { targets, rules, replaces, isUnderWay });
  const sent = blobs.filter(isSent);
  const isAnyThere = [...targets.values()].some(({ blobEtag }) => blobEtag !== undefined);
  const bytes = sent.reduce((sum, { file }) => sum + file.size, 0);

  return (
    <Dialog onClose={onClose}>
      <DialogContent
        size="lg"
        title={files.length === 1 ? 'Upload a file' : `Upload ${files.length} files`}
        description={
          <>
            Each becomes the blob of an entry in <span className="font-mono">{storeName}</span>: the prefix and its
            name, with the folders that it is in.
          </>
        }
        footer={
          <>
            <DialogClose isCancel>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              variant="primary"
              disabledReason={
                !isCurrent ? 'Checking existing entries…' : sent.length === 0 ? 'No files left.' : undefined
              }
              onClick={() => {
                onStart(sent);
                onClose();
              }}
            >
              <FileUp aria-hidden /> Upload {sent.length === 1 ? '1 file' : `${sent.length} files`}
            </Button>
          </>
        }
      >
        <div className="space-y-3">
          <div className="space-y-1">
            <label htmlFor={prefixId} className="font-medium text-sm">
              Prefix
            </label>
            <Input
              id={prefixId}
              value={prefix}
              onChange={(event) => setPrefix(event.target.value)}
              className="font-mono"
              placeholder="none"
              spellCheck={false}
            />
          </div>
          {isAnyThere && (
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <span id={`${prefixId}-there`}>Entries that have a blob:</span>
              <SegmentedControl
                label="Entries that have a blob"
                value={replaces ? 'replace' : 'skip'}
                onChange={(value) => setReplaces(value === 'replace')}
                options={[
                  { value: 'skip', label: 'Skip' },
                  { value: 'replace', label: 'Replace' },
                ]}
              />
            </div>
          )}
          {found !== undefined && !found.ok && (
            <ErrorState
              title="Existing entries could not be checked"
              problem={found.problem}
              onRetry={() => void look(prefix)}
            />
          )}
          <FileTable blobs={blobs} isCurrent={isCurrent} />
          <p className="tabular text-muted text-xs">
            {sent.length} of {files.length} {files.length === 1 ? 'file' : 'files'}, {formatBytes(bytes)}
            {rules.maximumBlobBytes !== undefined &&
              `. The store accepts files of up to ${formatBytes(rules.maximumBlobBytes)}.`}
          </p>
        </div>
      </DialogContent>
    </Dialog>
  );
}

const fates: Record<NewBlobFate, { word: string; tone?: string }> = {
  create: { word: 'new entry' },
  fill: { word: 'existing entry, gets the blob' },
  replace: { word: 'replaces the blob', tone: 'text-caution' },
  skip: { word: 'has a blob: skipped', tone: 'text-muted' },
  refuse: { word: 'does not accept a blob: skipped', tone: 'text-danger' },
  tooLarge: { word: 'larger than the store accepts: skipped', tone: 'text-danger' },
  underWay: { word: 'another upload to it is under way: skipped', tone: 'text-danger' },
  twice: { word: 'duplicate name: skipped', tone: 'text-danger' },
  invalid: { word: 'not a valid id: skipped', tone: 'text-danger' },
};

function FileTable({ blobs, isCurrent }: { blobs: readonly NewBlob[]; isCurrent: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Files" tabIndex={0} className="max-h-72 overflow-auto rounded-md border border-line">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-raised text-left text-muted text-xs">
          <tr>
            <th scope="col" className="h-8 px-3 font-medium">
              Becomes
            </th>
            <th scope="col" className="h-8 px-3 text-right font-medium">
              Size
            </th>
            <th scope="col" className="h-8 px-3 font-medium">
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          {blobs.map(({ file, id, fate }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files may have one name, their order does not change
            <tr key={at} className="border-line border-t">
              <th scope="row" className="break-all px-3 py-1.5 text-left font-mono font-normal text-xs">
                {id}
              </th>
              <td className="tabular whitespace-nowrap px-3 py-1.5 text-right">{formatBytes(file.size)}</td>
              <td className={cn('px-3 py-1.5', isCurrent && fates[fate].tone)}>{isCurrent ? fates[fate].word : '…'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
