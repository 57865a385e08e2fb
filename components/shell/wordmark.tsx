import { Link } from '@/components/ui/link.tsx';
import { Mark } from './mark.tsx';

/** The product's name, which leads home. */
export function Wordmark({ isNarrow = false }: { isNarrow?: boolean }) {
  return (
    <Link href="/" aria-label="Taskdeck, to the overview" className="flex items-center gap-2 rounded">
      <Mark />
      {!isNarrow && <span className="font-semibold text-base tracking-tight">Taskdeck</span>}
    </Link>
  );
}
