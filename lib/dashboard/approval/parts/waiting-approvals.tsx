'use client';
import { Stamp } from 'lucide-react';
import Link from 'next/link';
import { buttonStyle } from '@/components/ui/button.tsx';
import { useApprovals } from '../use-approvals.ts';

const lookEveryMs = 15_000;

/** How many requests wait for the operator, on every page, and the way to them. */
export function WaitingApprovals() {
  const { approvals = [] } = useApprovals({ everyMs: lookEveryMs });
  const count = approvals.filter(({ mayAnswer }) => mayAnswer).length;
  if (count === 0) return null;
  return (
    <Link
      href="/approvals"
      prefetch={false}
      aria-label={count === 1 ? '1 request waits for your answer' : `${count} requests wait for your answer`}
      className={buttonStyle({ variant: 'ghost', size: 'sm' })}
    >
      <Stamp aria-hidden />
      <span className="tabular">{count}</span>
    </Link>
  );
}
