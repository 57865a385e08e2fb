'use client';
import { ListFilter, Type, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { focusPage } from '@/components/ui/page-focus.ts';
import { isShortcut } from '@/components/ui/single-keys.ts';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';
import { type FilterProblem, type FilterTable, negatedBy } from './apply-filter.ts';
import { type Clause, parseFilter, printClause } from './clause.ts';
import { addClauses } from './edit-filter.ts';
import { FilterChip, type ValueWords } from './filter-chip.tsx';
import { FilterInput } from './filter-input.tsx';
import type { SuggestionSources } from './suggest.ts';
import { asWritten, definitionOf, printWritten } from './written-clause.ts';

type Props = {
  /** What is filtered, for names: `tasks`. */
  subject: string;
  table: FilterTable;
  clauses: readonly Clause[];
  problems: readonly FilterProblem[];
  onChange: (clauses: Clause[]) => void;
  sources: SuggestionSources;
  /** Called when it gets the focus: what `sources` has may be wanted. */
  onUsed?: (() => void) | undefined;
  /** The words for values that are ids. */
  wordsOf?: ValueWords;
  className?: string;
};

/** A filter as chips, or as the text that means the same. `/` brings the focus here. */
export function FilterBar(props: Props) {
  const { subject, table, clauses, problems, onChange, sources, wordsOf, className } = props;
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [isText, setText] = useState(false);
  const [draft, setDraft] = useState('');
  const printed = printWritten(table, clauses);
  useEffect(() => {
    if (isText) setDraft(printed);
  }, [isText, printed]);
  useFocusKey(input);

  const submit = (text: string) => {
    const written = parseFilter(text);
    onChange(isText ? written : addClauses(table, clauses, written));
    if (!isText) setDraft('');
  };
  const edit = (index: number) => {
    const clause = clauses[index];
    if (clause === undefined) return;
    onChange(clauses.toSpliced(index, 1));
    setDraft(printClause(asWritten(table, clause)));
    input.current?.focus();
  };
  const toggle = () => {
    setDraft(isText ? '' : printed);
    setText(!isText);
    input.current?.focus();
  };
  const isUnapplied = isText ? draft.trim() !== printed : draft.trim() !== '';

  return (
    <search aria-label={`Filter ${subject}`} className={cn('min-w-0', className)}>
      <div className="flex items-start gap-1 rounded-md border border-edge bg-surface pr-0.5 pl-2 max-sm:flex-wrap focus-within:border-accent focus-within:ring-1 focus-within:ring-accent">
        <ListFilter aria-hidden className="mt-2 size-3.5 shrink-0 text-muted" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1 py-px">
          {!isText && clauses.length > 0 && (
            <ul aria-label="Conditions" className="contents">
              {clauses.map((clause, index) => (
                <FilterChip
                  key={printClause(clause)}
                  clause={clause}
                  label={clause.kind === 'field' ? labelOf(table, clause.key) : undefined}
                  wordsOf={(key, value) => wordsOf?.(key, value) ?? definitionOf(table, key)?.wordsOf?.(value)}
                  problem={problems.find((problem) => problem.index === index)?.message}
                  onEdit={() => edit(index)}
                  onRemove={() => onChange(clauses.toSpliced(index, 1))}
                />
              ))}
            </ul>
          )}
          <FilterInput
            ref={input}
            table={table}
            sources={sources}
            label={isText ? `Filter of ${subject}, as text` : `Add a condition for ${subject}`}
            placeholder={clauses.length === 0 || isText ? `Filter ${subject}: ${examplesOf(table)} "text"` : 'Add…'}
            text={draft}
            onText={setDraft}
            onFocus={props.onUsed}
            onSubmit={submit}
            onLeave={() => {
              setDraft(isText ? printed : '');
              focusPage();
            }}
            onBackspace={isText || clauses.length === 0 ? undefined : () => edit(clauses.length - 1)}
            describedBy={hint}
          />
        </div>
        <span
          id={hint}
          className={cn(
            'mt-1.5 shrink-0 text-muted text-xs max-sm:order-last max-sm:mt-0 max-sm:basis-full max-sm:pb-1',
            !isUnapplied && 'sr-only',
          )}
        >
          {isUnapplied ? 'Enter applies the filter' : ''}
        </span>
        <Tooltip content={isText ? 'Show as chips' : 'Edit as text'}>
          <Button
            variant="ghost"
            size="sm"
            iconOnly
            className="mt-px"
            aria-label="Edit the filter as text"
            aria-pressed={isText}
            onClick={toggle}
          >
            <Type aria-hidden />
          </Button>
        </Tooltip>
        {clauses.length > 0 && (
          <Tooltip content="Clear the filter">
            <Button
              variant="ghost"
              size="sm"
              iconOnly
              className="mt-px"
              aria-label="Clear the filter"
              onClick={() => {
                onChange([]);
                setDraft('');
              }}
            >
              <X aria-hidden />
            </Button>
          </Tooltip>
        )}
      </div>
      <FilterProblems clauses={clauses} problems={problems} />
    </search>
  );
}

function FilterProblems({ clauses, problems }: Pick<Props, 'clauses' | 'problems'>) {
  return (
    <div role="alert">
      {problems.map(({ index, message }) => {
        const clause = clauses[index];
        return (
          <p key={index} className="mt-1 text-danger text-xs">
            Not applied: <code className="font-mono">{clause && printClause(clause)}</code> – {message}.
          </p>
        );
      })}
    </div>
  );
}

function labelOf(table: FilterTable, key: string): string | undefined {
  const label = definitionOf(table, key)?.label;
  return negatedBy(table.definitions, key) ? `${label} not` : label;
}

/** `/` moves the focus into the filter, unless something else is being written. */
function useFocusKey(input: { current: HTMLInputElement | null }) {
  useDocumentKey((event) => {
    if (event.key !== '/' || !isShortcut(event)) return;
    event.preventDefault();
    input.current?.focus();
  });
}

/** Two conditions as one would write them. */
function examplesOf({ definitions }: FilterTable): string {
  return definitions
    .slice(0, 2)
    .map(({ example }) => example)
    .join(' ');
}
