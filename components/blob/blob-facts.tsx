'use client';
import type { ReactNode } from 'react';
import { type BlobInfo, numberText, visibleLine } from '#contract';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Id } from '@/components/ui/id.tsx';
import { Time } from '@/components/ui/time.tsx';

/** What is known of a blob. */
export function BlobFacts({ blob, by }: { blob: BlobInfo; by?: ReactNode }) {
  const facts: [string, ReactNode][] = [
    ['Name', blob.fileName === undefined ? <Missing key="name" /> : <FileName key="name" name={blob.fileName} />],
    ['Size', <Size key="size" bytes={blob.contentLength} />],
    [
      'Type',
      <code key="type" className="break-all font-mono text-xs">
        {blob.contentType}
      </code>,
    ],
    ['SHA-256', <Id key="hash" value={blob.contentHash} label="SHA-256" maximum={20} />],
    ['Entity tag', <Id key="etag" value={blob.etag} label="entity tag" maximum={20} />],
    [
      'Uploaded',
      <span key="on">
        <Time value={blob.lastModifiedOn} />
        {by !== undefined && <> by {by}</>}
      </span>,
    ],
    ...(blob.contentEncoding === undefined ? [] : [['Encoding', blob.contentEncoding] as [string, ReactNode]]),
    ...Object.entries(blob.metadata).map(([name, value]): [string, ReactNode] => [name, value]),
  ];
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Missing() {
  return <span className="text-muted">none</span>;
}

function FileName({ name }: { name: string }) {
  return <span className="whitespace-pre-wrap break-all">{visibleLine(name)}</span>;
}

function Size({ bytes }: { bytes: number }) {
  return (
    <span className="tabular">
      {formatBytes(bytes)}
      {bytes >= 1024 && <span className="text-muted"> · {numberText(bytes)} bytes</span>}
    </span>
  );
}
