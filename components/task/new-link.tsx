import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';

type NewLinkProps = {
  href: string;
  reason: string | undefined;
  /** Whether it stands beside a button that is rather to be pressed. */
  isSecond?: boolean;
  children: ReactNode;
};

/** The way to the form of something new, or why the operator may not create it. */
export function NewLink({ href, reason, isSecond = false, children }: NewLinkProps) {
  const look = isSecond ? ({} as const) : ({ variant: 'primary', size: 'sm' } as const);
  if (reason !== undefined)
    return (
      <Button {...look} disabledReason={reason}>
        <Plus aria-hidden /> {children}
      </Button>
    );
  return (
    <Button asChild {...look}>
      <Link href={href}>
        <Plus aria-hidden /> {children}
      </Link>
    </Button>
  );
}
