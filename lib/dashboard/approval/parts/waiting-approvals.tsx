'use client';
import { Stamp } from 'lucide-react';
import Link from 'next/link';
import { counted } from '#contract';
import { buttonStyle } from '@/components/ui/button.tsx';
import { approvalsKey, useApprovals } from '../use-approvals.ts';

const lookEveryMs = 15_000;

/** Of its own: the query of the page would be there before the page, which then would not begin with what the server read. */
const queryKey = [...approvalsKey, 'waiting'];

/** How many requests wait for the operator, on every page, and the way to them. */
export function WaitingApprovals() {
  const { approvals = [] } = useApprovals({ everyMs: lookEveryMs, queryKey });
  const count = approvals.filter(({ mayAnswer }) => mayAnswer).length;
  if (count === 0) return null;
  return (
    <Link
      href="/approvals"
      prefetch={false}
      aria-label={counted(count, 'request waits for your answer', 'requests wait for your answer')}
      className={buttonStyle({ variant: 'ghost', size: 'sm' })}
    >
      <Stamp aria-hidden />
      <span className="tabular">{count}</span>
    </Link>
  );
}
