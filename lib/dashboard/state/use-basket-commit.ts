'use client';
import { useState } from 'react';
import type { StateFailure } from '#contract';
import { type Basket, failuresByEntry, sizeOfBasket, transactionOf } from '@/components/state/edit/basket.model.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { type DashboardProblem, problemOf } from '../problem/problem.ts';
import { withProof } from '../proof/with-proof.ts';
import { commitBasket } from './edit-actions.ts';

type Settings = {
  storeName: string;
  basket: Basket;
  /** Called after the service has committed it. */
  onCommitted: (committed: { ids: string[]; receipt: string | undefined }) => void;
};

/** Commits a basket as one transaction, one at a time, and holds why the service refused it. */
export function useBasketCommit({ storeName, basket, onCommitted }: Settings) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<DashboardProblem>();
  const [failures, setFailures] = useState<ReadonlyMap<string, StateFailure>>();
  const sendOnce = useSendOnce();
  const size = sizeOfBasket(basket);

  const forget = () => {
    setProblem(undefined);
    setFailures(undefined);
  };
  const commit = async () => {
    if (isBusy || size.problem !== undefined) return;
    const transaction = transactionOf(basket);
    setBusy(true);
    forget();
    try {
      const result = await withProof(() => sendOnce({ storeName, ...transaction }, commitBasket));
      if (result.ok) {
        onCommitted({ ids: basket.map(({ id }) => id), receipt: result.value.receipt });
        return;
      }
      setFailures(failuresByEntry(basket, result.problem.failures));
      setProblem(result.problem);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    size,
    isBusy,
    problem,
    /** Why operations were refused, by the id of their entry. */
    failures,
    commit,
    /** Forgets why an operation was refused, after it changed. */
    settle: (id: string) => setFailures((now) => now && new Map([...now].filter(([failed]) => failed !== id))),
    /** Forgets why the basket was refused. */
    forget,
  };
}
