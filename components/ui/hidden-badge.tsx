import { EyeOff } from 'lucide-react';
import { Badge } from './badge.tsx';

/** Stands for what the operator may not see, and says which scope shows it. `what`: a part that would else be unclear. */
export function HiddenBadge({ what }: { what?: string }) {
  return (
    <Badge title="You need the scope sensitive/read to see this value.">
      <EyeOff aria-hidden /> {what === undefined ? 'redacted' : `${what} redacted`}
    </Badge>
  );
}
