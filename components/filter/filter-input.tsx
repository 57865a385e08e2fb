'use client';
import { type KeyboardEvent, type Ref, useId, useMemo, useState } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import type { FilterTable } from './apply-filter.ts';
import { completeLastValue, type Suggestion, type SuggestionSources, suggest } from './suggest.ts';

type Props = {
  ref: Ref<HTMLInputElement>;
  table: FilterTable;
  sources: SuggestionSources;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  onFocus?: (() => void) | undefined;
  /** Enter: what is written shall be applied. */
  onSubmit: (text: string) => void;
  /** Escape with nothing open. */
  onLeave: () => void;
  /** Backspace at the very beginning of an empty text. */
  onBackspace?: (() => void) | undefined;
  describedBy?: string | undefined;
};

/** A line of filter text with completion of keys and values (the combobox pattern of WAI-ARIA). */
export function FilterInput(props: Props) {
  const { table, sources, text, onText } = props;
  const list = useId();
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const offered = useMemo(
    () => (isOpen ? suggest(table, text, Math.min(caret, text.length), sources) : []),
    [isOpen, table, text, caret, sources],
  );
  const chosen = offered[active];

  const accept = (suggestion: Suggestion) => {
    const next = text.slice(0, suggestion.from) + suggestion.text + text.slice(suggestion.to);
    onText(next);
    setCaret(suggestion.from + suggestion.text.length);
    setActive(-1);
    setOpen(!suggestion.isComplete);
  };
  const move = (by: number) => {
    setOpen(true);
    setActive((index) =>
      offered.length === 0 ? -1 : (index + by + offered.length + (index < 0 && by < 0 ? 1 : 0)) % offered.length,
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      event.preventDefault();
      accept(chosen);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setOpen(false);
      props.onSubmit(completeLastValue(table, text, sources));
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (isOpen && offered.length > 0) setOpen(false);
      else props.onLeave();
      setActive(-1);
    } else if (event.key === 'Backspace' && text === '' && props.onBackspace) {
      event.preventDefault();
      props.onBackspace();
    }
  };

  return (
    <div className="relative min-w-32 flex-1">
      <input
        ref={props.ref}
        type="text"
        role="combobox"
        aria-label={props.label}
        aria-expanded={offered.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${list}-${active}`}
        aria-describedby={props.describedBy}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={props.placeholder}
        className="h-7 w-full bg-transparent text-ellipsis font-mono text-xs outline-none placeholder:font-sans placeholder:text-faint"
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setCaret(event.target.selectionStart ?? event.target.value.length);
          setActive(-1);
          setOpen(true);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
        onFocus={() => {
          setOpen(true);
          props.onFocus?.();
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        id={list}
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        hidden={offered.length === 0}
        className="absolute top-full left-0 z-40 mt-1.5 max-h-80 w-max min-w-56 max-w-[min(28rem,calc(100vw-3rem))] overflow-auto rounded-lg bg-raised p-1 shadow-raised"
      >
        {offered.map((suggestion, index) => (
          <div
            key={suggestion.label}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={cn(
              'flex items-baseline gap-3 rounded px-2 py-1',
              index === active ? 'bg-selected' : 'hover:bg-hover',
            )}
            onPointerDown={(event) => {
              event.preventDefault();
              accept(suggestion);
            }}
          >
            <span className="font-mono text-xs">{suggestion.label}</span>
            {suggestion.about && <span className="truncate text-muted text-xs">{suggestion.about}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
