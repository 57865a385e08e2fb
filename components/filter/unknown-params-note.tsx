import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { printClause } from './clause.ts';
import type { UnknownParam } from './unknown-params.ts';

type Props = {
  params: readonly UnknownParam[];
  /** Applies the condition that a parameter probably means, on a page with a filter. */
  onApply?: (param: UnknownParam) => void;
  /** Removes a parameter from the address. */
  onRemove: (param: UnknownParam) => void;
};

/** Says which parameters of the address a page does not apply, and offers the conditions that they probably mean. */
export function UnknownParamsNote({ params, onApply, onRemove }: Props) {
  if (params.length === 0) return null;
  return (
    <ul
      aria-label="Parameters that are not applied"
      className="order-last grid min-w-0 basis-full gap-1 text-caution text-xs"
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
