'use client';
import { Check, CircleAlert, Search, WandSparkles } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import type { JsonCheck } from './check-json.ts';

type Props = {
  check: JsonCheck;
  isEmpty: boolean;
  /** It is edited without colours and folding. */
  isLong: boolean;
  tabIndents: boolean;
  onFormat: (() => void) | undefined;
  onSearch: () => void;
  onNextProblem: () => void;
};

/** Below an editor: whether the text is right, and what can be done with it. */
export function JsonEditorBar({ check, isEmpty, isLong, tabIndents, onFormat, onSearch, onNextProblem }: Props) {
  const [problem, ...others] = check.problems;
  return (
    <div className="flex min-h-8 items-center gap-1 border-line border-t bg-sunken px-2 text-xs">
      <div role="status" className="min-w-0 flex-1 truncate">
        {problem ? (
          <button
            type="button"
            className="inline-flex max-w-full items-center gap-1 rounded-sm text-danger"
            onClick={onNextProblem}
          >
            <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="truncate">{problem.message}</span>
            {others.length > 0 && <span className="shrink-0">and {others.length} more</span>}
          </button>
        ) : (
          <span className="inline-flex items-center gap-1 text-muted">
            {!isEmpty && <Check aria-hidden="true" className="size-3.5" />}
            {isEmpty ? 'Empty' : 'No problems'}
          </span>
        )}
      </div>
      {isLong && <span className="hidden shrink-0 text-muted sm:inline">Large: no colours or folding</span>}
      {tabIndents && (
        <span className="hidden shrink-0 text-muted sm:inline">
          <Kbd>Esc</Kbd> then <Kbd>Tab</Kbd> leaves
        </span>
      )}
      <Button variant="ghost" size="sm" onClick={onSearch}>
        <Search aria-hidden="true" className="size-3.5" />
        Find
      </Button>
      {onFormat && (
        <Button
          variant="ghost"
          size="sm"
          onClick={onFormat}
          {...(!check.isJson && {
            disabledReason: isEmpty ? 'Nothing to format' : 'Not valid JSON',
          })}
        >
          <WandSparkles aria-hidden="true" className="size-3.5" />
          Format
        </Button>
      )}
    </div>
  );
}
