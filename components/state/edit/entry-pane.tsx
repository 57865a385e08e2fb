'use client';
import { Maximize2, Minimize2, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { useDialogFocus } from '@/components/ui/dialog-focus.tsx';
import { PathText } from '@/components/ui/path-text.tsx';

export type EntryPaneProps = {
  id: string;
  /** What is done with the entry: "Edit". */
  verb: string;
  description: ReactNode;
  /** Who else is at the entry. */
  others?: ReactNode;
  /** Covers the table. */
  isWide: boolean;
  /** Makes it wide or not. Without it, the pane has to be wide. */
  onWide?: ((isWide: boolean) => void) | undefined;
  onClose: () => void;
  /** Ctrl or Cmd with S; with Enter the primary button of the footer is pressed. */
  onSave?: (() => void) | undefined;
  /** Ctrl or Cmd with Shift and S: saves what is changed here onto an entry that has moved on. */
  onSaveMine?: (() => void) | undefined;
  footer: ReactNode;
  children: ReactNode;
};

/** The editor of an entry beside its table, or over it when it is wide. Below 1024 px it always covers the table. */
export function EntryPane(props: EntryPaneProps) {
  const { id, verb, isWide, onWide, onClose } = props;
  const { onKeyDownCapture, onEscapeKeyDown } = useDialogFocus();
  const pane = useRef<HTMLElement>(null);
  const shownVerb = useRef(verb);
  useEffect(() => {
    if (shownVerb.current === verb) return;
    shownVerb.current = verb;
    // what had the focus is gone with the view before, and the keys of the pane with it
    if (document.activeElement === document.body) pane.current?.focus();
  }, [verb]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      onEscapeKeyDown(event.nativeEvent);
      if (!event.nativeEvent.defaultPrevented) onClose();
      event.preventDefault();
      return;
    }
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (event.shiftKey && props.onSaveMine !== undefined) props.onSaveMine();
    else props.onSave?.();
  };
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      aria-label={`${verb} ${id}`}
      data-entry-pane={isWide ? 'wide' : 'beside'}
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={press}
      className={cn(
        'flex min-w-0 flex-col bg-surface outline-none',
        isWide
          ? 'absolute inset-0 z-20'
          : 'border-line border-l max-lg:absolute max-lg:inset-0 max-lg:z-20 max-lg:border-l-0 lg:w-104 lg:shrink-0 xl:w-120 2xl:w-152',
      )}
    >
      <header className="flex items-start gap-1 border-line border-b py-1.5 pr-1.5 pl-3">
        <div className="min-w-0 flex-1 py-1">
          <h2 className="break-all font-semibold text-sm">
            {verb}{' '}
            <span className="font-mono text-xs">
              <PathText text={id} />
            </span>
          </h2>
          <div className="mt-0.5 text-muted text-xs">{props.description}</div>
        </div>
        <span className={cn('flex h-7 items-center', isWide ? 'max-w-96' : 'max-w-40')}>{props.others}</span>
        {onWide && (
          <Button
            variant="ghost"
            size="sm"
            iconOnly
            className="max-lg:hidden"
            aria-label={isWide ? 'Show beside the table' : 'Use the whole width'}
            aria-pressed={isWide}
            onClick={() => onWide(!isWide)}
          >
            {isWide ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          </Button>
        )}
        <Button variant="ghost" size="sm" iconOnly aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <div className="@container flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3">{props.children}</div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-3 py-2">
        {props.footer}
      </footer>
    </aside>
  );
}
