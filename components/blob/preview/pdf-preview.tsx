'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';

const widestPage = 900;

/**
 * The pages of a PDF as pictures. They are drawn onto a canvas by pdf.js, without its viewer: scripts, forms, links and
 * attachments of the document are nowhere in the page.
 */
export function PdfPreview({ bytes }: { bytes: Uint8Array<ArrayBuffer> }) {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const [isBroken, setBroken] = useState(false);
  const [page, setPage] = useState(1);
  useEffect(() => {
    const opened = open(bytes);
    let isLeft = false;
    opened.document.then(
      (made) => !isLeft && setDocument(made),
      () => !isLeft && setBroken(true),
    );
    return () => {
      isLeft = true;
      opened.close();
    };
  }, [bytes]);

  if (isBroken)
    return <p className="text-muted text-sm">This PDF cannot be displayed: it is damaged or has a password.</p>;
  if (document === undefined) return <p className="text-muted text-sm">Loading the first page…</p>;
  const count = document.numPages;
  return (
    <div className="space-y-1.5">
      <div className="overflow-auto rounded-md border border-line bg-sunken p-2">
        <Page document={document} number={page} onBroken={() => setBroken(true)} />
      </div>
      <div className="flex items-center gap-1">
        <Button size="sm" iconOnly aria-label="Previous page" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </Button>
        <Button size="sm" iconOnly aria-label="Next page" disabled={page >= count} onClick={() => setPage(page + 1)}>
          <ChevronRight aria-hidden />
        </Button>
        <span className="tabular text-muted text-xs" aria-live="polite">
          Page {page} of {count}
        </span>
      </div>
    </div>
  );
}

function open(bytes: Uint8Array): { document: Promise<PDFDocumentProxy>; close: () => void } {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const document = import('pdfjs-dist/legacy/build/pdf.mjs').then(({ getDocument, PDFWorker }) => {
    const port = PDFWorker.create({ port: worker });
    // the worker takes the bytes away with it: it gets its own
    return getDocument({ data: bytes.slice(), worker: port, enableXfa: false, useSystemFonts: true }).promise;
  });
  return { document, close: () => worker.terminate() };
}

function Page(props: { document: PDFDocumentProxy; number: number; onBroken: () => void }) {
  const { document, number, onBroken } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const broken = useRef(onBroken);
  useEffect(() => {
    broken.current = onBroken;
  });
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    let stop = () => {};
    let isLeft = false;
    const draw = async () => {
      const page = await document.getPage(number);
      if (isLeft) return;
      const natural = page.getViewport({ scale: 1 });
      const scale = Math.min(2, widestPage / natural.width) * Math.min(2, window.devicePixelRatio);
      const viewport = page.getViewport({ scale });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      const task = page.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
    };
    draw().catch(() => !isLeft && broken.current());
    return () => {
      isLeft = true;
      stop();
    };
  }, [document, number]);
  return <canvas ref={canvas} role="img" aria-label={`Page ${number} of the PDF`} className="mx-auto max-w-full" />;
}
