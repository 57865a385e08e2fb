import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';

type NewLinkProps = { href: string; reason: string | undefined; children: ReactNode };

/** The way to the form of something new, or why the operator may not create it. */
export function NewLink({ href, reason, children }: NewLinkProps) {
  if (reason !== undefined)
    return (
      <Button variant="primary" size="sm" disabledReason={reason}>
        <Plus aria-hidden /> {children}
      </Button>
    );
  return (
    <Button asChild variant="primary" size="sm">
      <Link href={href}>
        <Plus aria-hidden /> {children}
      </Link>
    </Button>
  );
}
