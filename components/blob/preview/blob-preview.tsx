'use client';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { BlobInfo } from '#contract';
import { partLoader } from '@/components/shell/part-loader.ts';
import { Button } from '@/components/ui/button.tsx';
import { ErrorState, type ShownProblem } from '@/components/ui/error-state.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { decodeText } from './decode-text.ts';
import { ImagePreview } from './image-preview.tsx';
import { type PreviewKind, previewKindOf } from './preview-kind.ts';

const TablePreview = lazy(
  partLoader(() => import('./table-preview.tsx').then((file) => ({ default: file.TablePreview }))),
);
const JsonPreview = lazy(
  partLoader(() => import('./json-preview.tsx').then((file) => ({ default: file.JsonPreview }))),
);
const PdfPreview = lazy(partLoader(() => import('./pdf-preview.tsx').then((file) => ({ default: file.PdfPreview }))));

const KiB = 1024;
const MiB = 1024 * KiB;
/** Larger blobs are read only when someone asks for it. */
const unaskedBytes = MiB;
const beginningBytes = 256 * KiB;
/** What is no use by its beginning alone is read whole, up to this. */
const wholeBytes = { image: 32 * MiB, pdf: 64 * MiB, json: MiB };

/** The first bytes of a blob, or why they could not be read. */
export type ReadBlob = (
  length: number,
) => Promise<{ ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; problem: ShownProblem }>;

type Shown = { kind: PreviewKind; bytes: Uint8Array<ArrayBuffer> };
type State =
  | { step: 'idle' }
  | { step: 'reading' }
  | { step: 'failed'; problem: ShownProblem }
  | ({ step: 'shown' } & Shown);

/**
 * What is in a blob, as far as it can be shown without running anything of it: text, tables, JSON, images and the pages
 * of a PDF. Mount it with the blob's version as its key.
 */
export function BlobPreview({ blob, read }: { blob: BlobInfo; read: ReadBlob }) {
  const isUnasked = blob.contentLength <= unaskedBytes;
  const [state, setState] = useState<State>({ step: isUnasked ? 'reading' : 'idle' });
  const load = async () => {
    setState({ step: 'reading' });
    setState(await readPreview(blob, read));
  };
  const loadUnasked = useEffectEvent(() => void load());
  useEffect(() => {
    if (isUnasked) loadUnasked();
  }, [isUnasked]);

  return (
    <section aria-label="Preview" aria-busy={state.step === 'reading'} className="space-y-1.5">
      <h3 className="font-medium text-muted text-xs">Preview</h3>
      {state.step === 'idle' && (
        <Button size="sm" onClick={() => void load()}>
          <Eye aria-hidden /> Show a preview
        </Button>
      )}
      {state.step === 'reading' && <Skeleton className="h-24 w-full" />}
      {state.step === 'failed' && (
        <ErrorState title="The blob could not be read" problem={state.problem} onRetry={() => void load()} />
      )}
      {state.step === 'shown' && (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <Preview blob={blob} kind={state.kind} bytes={state.bytes} />
        </Suspense>
      )}
    </section>
  );
}

async function readPreview(blob: BlobInfo, read: ReadBlob): Promise<State> {
  const { contentLength, contentEncoding } = blob;
  if (contentLength === 0) return { step: 'shown', kind: none('The blob is empty.'), bytes: new Uint8Array() };
  if (contentEncoding !== undefined)
    // browsers refuse a range of it, and a short one can be decoded to gigabytes
    return { step: 'shown', kind: none(`The blob is encoded (${contentEncoding}).`), bytes: new Uint8Array() };
  const beginning = await read(Math.min(contentLength, beginningBytes));
  if (!beginning.ok) return { step: 'failed', problem: beginning.problem };
  const kind = previewKindOf(beginning.bytes, blob);
  const isWhole = beginning.bytes.length >= contentLength;
  if (isWhole || (kind.kind !== 'image' && kind.kind !== 'pdf' && kind.kind !== 'json'))
    return { step: 'shown', kind, bytes: beginning.bytes };
  if (contentLength > wholeBytes[kind.kind]) {
    if (kind.kind === 'json') return { step: 'shown', kind: { kind: 'text' }, bytes: beginning.bytes };
    const word = kind.kind === 'pdf' ? 'PDF' : 'image';
    const reason = `This ${word} has ${formatBytes(contentLength)}; up to ${formatBytes(wholeBytes[kind.kind])} are shown here.`;
    return { step: 'shown', kind: none(reason), bytes: beginning.bytes };
  }
  const whole = await read(contentLength);
  return whole.ok ? { step: 'shown', kind, bytes: whole.bytes } : { step: 'failed', problem: whole.problem };
}

function none(reason: string): PreviewKind {
  return { kind: 'none', reason };
}

function Preview({ blob, kind, bytes }: Shown & { blob: BlobInfo }) {
  switch (kind.kind) {
    case 'image':
      return <ImagePreview bytes={bytes} mediaType={kind.mediaType} />;
    case 'pdf':
      return <PdfPreview bytes={bytes} />;
    case 'none':
      return <p className="text-muted text-sm">{kind.reason} Download it to view it.</p>;
    default:
      return <TextualPreview blob={blob} kind={kind} bytes={bytes} />;
  }
}

type Textual = Extract<PreviewKind, { kind: 'table' | 'json' | 'text' }>;

function TextualPreview(props: { blob: BlobInfo; kind: Textual; bytes: Uint8Array }) {
  const { blob, kind, bytes } = props;
  const isWhole = bytes.length >= blob.contentLength;
  const { text, encoding, isGuess } = decodeText(bytes, { isWhole });
  const notes = [
    kind.kind === 'text' ? kind.note : undefined,
    isWhole ? undefined : `The first ${formatBytes(bytes.length)} of ${formatBytes(blob.contentLength)}.`,
    isGuess ? 'Not UTF-8: decoded as windows-1252, some characters may be wrong.' : undefined,
    !isGuess && encoding !== 'utf-8' ? `Decoded as ${encoding.toUpperCase()}.` : undefined,
  ].filter((note) => note !== undefined);
  const source = <SourceText text={text} />;
  return (
    <>
      {notes.length > 0 && <p className="text-muted text-xs">{notes.join(' ')}</p>}
      {kind.kind === 'table' && <TablePreview {...{ text, isWhole }} delimiter={kind.delimiter} />}
      {kind.kind === 'json' && <JsonPreview text={text} bytes={bytes.length} otherwise={source} />}
      {kind.kind === 'text' && source}
    </>
  );
}

function SourceText({ text }: { text: string }) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <ScrollRegion aria-label="Text of the blob" style={{ maxHeight: '28rem' }}>
        <pre className="p-3 font-mono text-xs leading-5">{text}</pre>
      </ScrollRegion>
    </div>
  );
}
