'use client';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type JsonValue, stringifyJson } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { JsonTree } from './json-tree.tsx';
import type { ShownValue } from './shown-value.ts';

type JsonViewProps = {
  /** What the value is: "Input of run 3". */
  label: string;
  shown: ShownValue | undefined;
  /** Gets a value that was held back. */
  load?: (() => Promise<JsonValue>) | undefined;
  /** Where the raw JSON can be downloaded, whatever its size. */
  downloadHref?: string | undefined;
  /** What stands there when there is no value. */
  empty?: ReactNode;
  /** CSS length above which the value scrolls inside. */
  maxHeight?: string;
};

/** A JSON value to read: as a tree or as text, every digit exact, what is redacted shown as such, large ones on demand. */
export function JsonView({ label, shown, load, downloadHref, empty, maxHeight = '32rem' }: JsonViewProps) {
  const [loaded, setLoaded] = useState<{ from: ShownValue; value: JsonValue }>();
  if (shown === undefined) return <p className="py-2 text-muted text-sm">{empty ?? 'None.'}</p>;
  const value = shown.kind === 'value' ? shown.value : loaded?.from.bytes === shown.bytes ? loaded.value : undefined;
  if (value === undefined) {
    return (
      <HeldValue
        bytes={shown.bytes}
        label={label}
        downloadHref={downloadHref}
        load={load && (async () => setLoaded({ from: shown, value: await load() }))}
      />
    );
  }
  const isLoaded = loaded?.value === value;
  return <ReadableValue bytes={shown.bytes} {...{ label, value, isLoaded, downloadHref, maxHeight }} />;
}

function HeldValue(props: {
  bytes: number;
  label: string;
  downloadHref: string | undefined;
  load: (() => Promise<void>) | undefined;
}) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const show = () => {
    setState('loading');
    props.load?.().then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return (
    <div className="rounded-md border border-line bg-sunken p-3 text-sm">
      <p>
        {props.label} is {formatBytes(props.bytes)}. It is shown on request.
      </p>
      {state === 'failed' && (
        <p role="alert" className="mt-1 text-danger">
          The value could not be read. Try again, or download it.
        </p>
      )}
      <div className="mt-2 flex gap-2">
        {props.load !== undefined && (
          <Button
            size="sm"
            actionKey="show"
            disabledReason={state === 'loading' ? 'The value is being read' : undefined}
            onClick={show}
          >
            {state === 'loading' ? 'Reading…' : 'Show it'}
          </Button>
        )}
        {props.downloadHref !== undefined && <DownloadLink href={props.downloadHref} label={props.label} />}
      </div>
    </div>
  );
}

type Mode = 'tree' | 'text';

function ReadableValue(props: {
  label: string;
  value: JsonValue;
  bytes: number;
  /** Whether it was asked for: it takes the focus of the button that it replaces. */
  isLoaded: boolean;
  downloadHref: string | undefined;
  maxHeight: string;
}) {
  const { label, value, isLoaded } = props;
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLoaded && document.activeElement === document.body)
      view.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [isLoaded]);
  const isBranch = typeof value === 'object' && value !== null;
  const [mode, setMode] = useState<Mode>('tree');
  const text = useMemo(() => (mode === 'text' ? stringifyJson(value, 2) : undefined), [value, mode]);
  return (
    <div ref={view} className="overflow-hidden rounded-md border border-line bg-surface">
      <div className="flex items-center gap-1 border-line border-b px-2 py-0.5">
        <span className="tabular mr-auto text-muted text-xs">{formatBytes(props.bytes)}</span>
        {isBranch && (
          <fieldset className="flex">
            <legend className="sr-only">View of {label}</legend>
            {(['tree', 'text'] as const).map((name) => (
              <Button
                key={name}
                variant="ghost"
                size="sm"
                aria-pressed={mode === name}
                onClick={() => setMode(name)}
                className="aria-pressed:bg-selected aria-pressed:text-ink"
              >
                {name === 'tree' ? 'Tree' : 'Text'}
              </Button>
            ))}
          </fieldset>
        )}
        <CopyButton value={() => stringifyJson(value, 2)} label={label} />
        {props.downloadHref !== undefined && <DownloadLink href={props.downloadHref} label={label} isIcon />}
      </div>
      {text === undefined ? (
        <JsonTree label={label} value={value} maxHeight={props.maxHeight} />
      ) : (
        <ScrollRegion aria-label={label} style={{ maxHeight: props.maxHeight }}>
          <pre className="p-3 font-mono text-xs leading-5">{text}</pre>
        </ScrollRegion>
      )}
    </div>
  );
}

function DownloadLink({ href, label, isIcon = false }: { href: string; label: string; isIcon?: boolean }) {
  return (
    <Button asChild variant={isIcon ? 'ghost' : 'secondary'} size="sm" iconOnly={isIcon}>
      <a href={href} download aria-label={`Download ${label}`}>
        <Download aria-hidden />
        {isIcon ? null : 'Download'}
      </a>
    </Button>
  );
}
