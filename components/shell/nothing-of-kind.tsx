'use client';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Link } from '@/components/ui/link.tsx';

type Way = { href: string; label: string };

/** In the place of a record that is not there: its kind, the id that was asked for, why that can be, and the ways on. */
export function NothingOfKind({
  title,
  id,
  ways,
  children,
}: {
  title: string;
  id?: string;
  /** The first one is the likeliest to help. */
  ways: readonly Way[];
  children: ReactNode;
}) {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={SearchX}
        title={title}
        className="py-24"
        action={ways.map(({ href, label }, at) => (
          <Button key={href} asChild variant={at === 0 ? 'primary' : 'secondary'}>
            <Link href={href}>{label}</Link>
          </Button>
        ))}
      >
        {id !== undefined && (
          <>
            <span className="break-all font-mono text-xs">{id}</span>
            <br />
          </>
        )}
        {children}
      </EmptyState>
    </>
  );
}
