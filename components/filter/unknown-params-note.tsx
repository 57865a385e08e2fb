import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { printClause } from './clause.ts';
import type { UnknownParam } from './unknown-params.ts';

type Props = {
  params: readonly UnknownParam[];
  /** Applies the condition that a parameter probably means, on a page with a filter. */
  onApply?: (param: UnknownParam) => void;
  /** Removes a parameter from the address. */
  onRemove: (param: UnknownParam) => void;
  className?: string | undefined;
};

/** Says which parameters of the address a page does not apply, and offers the conditions that they probably mean. */
export function UnknownParamsNote({ params, onApply, onRemove, className }: Props) {
  if (params.length === 0) return null;
  return (
    <ul
      aria-label="Parameters that are not applied"
      className={cn('grid min-w-0 gap-1 text-caution text-xs', className)}
    >
      {params.map((param) => {
        const text = `${param.name}=${param.values.join(',')}`;
        return (
          <li key={param.name} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="flex min-w-0 items-start gap-1.5">
              <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                Not applied: <code className="font-mono">{text}</code> in the address
                {param.problem === undefined ? '' : ` – ${param.problem}`}.
              </span>
            </span>
            {param.clause !== undefined && onApply !== undefined && (
              <Button size="sm" onClick={() => onApply(param)}>
                Filter by {printClause(param.clause)}
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Remove ${text} from the address`}
              onClick={() => onRemove(param)}
            >
              Remove
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
