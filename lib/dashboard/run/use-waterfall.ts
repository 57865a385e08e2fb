'use client';
import { useMemo, useState } from 'react';
import type { RunView } from '@/components/run/run-view.ts';
import type { StepView } from '@/components/step/step-view.ts';
import { buildWaterfall } from '@/components/step/waterfall.model.ts';
import { useChildren } from './use-children.ts';

type Options = { taskId: string; run: RunView; steps: readonly StepView[]; now: number; hasMore: boolean };

/** When the steps of a run and their children ran, with time in which nothing did collapsed until it is asked for. */
export function useWaterfall({ taskId, run, steps, now, hasMore }: Options) {
  const [collapsesIdle, setCollapsesIdle] = useState(true);
  const { children, isKnown, read: childrenRead } = useChildren(taskId, run.runCount, steps);
  const childrenById = useMemo(() => new Map(children.map((child) => [child.id, child])), [children]);
  const waterfall = useMemo(
    () => buildWaterfall(run, steps, now, { collapsesIdle: collapsesIdle && isKnown, children, hasMore }),
    [run, steps, now, collapsesIdle, children, isKnown, hasMore],
  );
  const hasIdle = useMemo(
    () => isKnown && buildWaterfall(run, steps, now, { children, hasMore }).axis.collapsed.length > 0,
    [run, steps, now, children, isKnown, hasMore],
  );
  return { waterfall, childrenById, isKnown, childrenRead, hasIdle, collapsesIdle, setCollapsesIdle };
}
