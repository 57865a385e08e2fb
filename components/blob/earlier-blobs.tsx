'use client';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleLine } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Time } from '@/components/ui/time.tsx';
import type { KnownBlob } from './blob-history.ts';

type EarlierBlobsProps = {
  known: readonly KnownBlob[];
  by: (known: KnownBlob) => ReactNode;
  downloadHref: (versionId?: string) => string;
};

/** The blobs that an entry had before, as long as their versions are kept. */
export function EarlierBlobs({ known, by, downloadHref }: EarlierBlobsProps) {
  if (known.length === 0) return null;
  return (
    <section className="space-y-1.5">
      <h3 className="font-medium text-muted text-xs">Earlier blobs</h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {known.map((one) => {
          const name = one.blob.fileName === undefined ? 'Unnamed' : visibleLine(one.blob.fileName);
          return (
            <li key={one.blob.versionId} className="flex items-center gap-2 px-3 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm" title={name}>
                  {name}
                </p>
                <p className="tabular text-muted text-xs">
                  {formatBytes(one.blob.contentLength)} · version {one.version} · <Time value={one.on} /> by {by(one)}
                </p>
              </div>
              <Button asChild variant="ghost" size="sm" iconOnly>
                <a
                  href={downloadHref(one.blob.versionId)}
                  download
                  aria-label={`Download ${name} of version ${one.version}`}
                >
                  <Download aria-hidden />
                </a>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
