'use client';
import { useState } from 'react';
import type { StateFailure } from '#contract';
import type { BasketOperation } from '@/components/state/edit/basket.model.ts';
import { useBasket } from '@/components/state/edit/basket.ts';
import { EditPanel } from '@/components/state/edit/edit-panel.tsx';
import { stateLimits } from '@/components/state/state-limits.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { useMay } from '../../../access/scopes-context.tsx';
import { useBasketCommit } from '../../use-basket-commit.ts';
import { useTellChange } from '../../use-tell-change.ts';
import { BasketItem } from './basket-item.tsx';

type BasketReviewProps = {
  storeName: string;
  onClose: () => void;
  onEdit: (id: string) => void;
  onCreate: (id: string) => void;
};

/** The basket as one change: every operation with its difference, committed all or not at all. */
export function BasketReview({ storeName, onClose, onEdit, onCreate }: BasketReviewProps) {
  const tell = useTellChange();
  const { basket, add, remove, clear, isKept } = useBasket(storeName);
  const create = useMay('state/create');
  const remover = useMay('state/delete');
  const [isEmptying, setEmptying] = useState(false);
  const committing = useBasketCommit({
    storeName,
    basket,
    onCommitted({ ids, receipt }) {
      clear();
      tell({
        storeName,
        title: 'Basket committed',
        description: ids.length === 1 ? (ids[0] ?? '') : `One transaction over ${ids.length} entries of ${storeName}`,
        parts: [{ receipt, ids }],
      });
      onClose();
    },
  });
  const { size, isBusy, problem, failures, commit, settle } = committing;
  const refusedCount = failures?.size ?? 0;
  const refusedWords = `${refusedCount} of ${basket.length} operations ${refusedCount === 1 ? 'was' : 'were'} refused`;
  const replace = (operation: BasketOperation) => {
    add(operation);
    settle(operation.id);
  };

  return (
    <EditPanel
      title="Basket"
      description={`Changes of the store ${storeName}, committed as one transaction: all of them, or none`}
      onClose={onClose}
      onSave={() => void commit()}
      footer={
        <>
          <p className="tabular mr-auto text-muted text-xs">
            {size.operations}/{stateLimits.transactionOperations} operations · {formatBytes(size.bytes)} of{' '}
            {formatBytes(stateLimits.transactionBytes)}
          </p>
          <Button
            onClick={() => setEmptying(true)}
            disabledReason={basket.length === 0 ? 'The basket is empty.' : undefined}
          >
            Empty basket
          </Button>
          <Button
            variant="primary"
            onClick={() => void commit()}
            disabled={isBusy}
            aria-busy={isBusy}
            disabledReason={create.reason ?? remover.reason ?? size.problem}
          >
            {isBusy ? 'Committing…' : 'Commit'}
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <ErrorState
          title={refusedCount === 0 ? 'The basket was not committed' : `Nothing was committed: ${refusedWords}`}
          problem={refusedCount === 0 ? problem : { ...problem, detail: 'Each says why below. Then commit again.' }}
        />
      )}
      {!isKept && (
        <p role="status" className="text-caution text-xs">
          The basket is too large to be stored by the browser: a reload would lose it.
        </p>
      )}
      {basket.length === 0 ? (
        <EmptyState title="The basket is empty">
          Add changes from the editor and deletes from a selection, then commit them together, all or none.
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {basket.map((operation) => (
            <BasketItem
              key={operation.id}
              storeName={storeName}
              operation={operation}
              failure={failures?.get(operation.id)}
              onRemove={() => {
                remove(operation.id);
                settle(operation.id);
              }}
              onReplace={replace}
              onEdit={() => (isNew(operation, failures) ? onCreate : onEdit)(operation.id)}
            />
          ))}
        </ul>
      )}
      {isEmptying && (
        <ConfirmDialog
          onClose={() => setEmptying(false)}
          title={basket.length === 1 ? 'Discard this change?' : `Discard these ${basket.length} changes?`}
          description="They have not been committed and cannot be restored."
          confirmLabel="Empty the basket"
          isDangerous
          canBeUndone
          onConfirm={async () => {
            clear();
            committing.forget();
          }}
        />
      )}
    </EditPanel>
  );
}

/** Whether it makes an entry, of which there is none as far as is known. */
function isNew(operation: BasketOperation, failures: ReadonlyMap<string, StateFailure> | undefined): boolean {
  const isTaken = failures?.get(operation.id)?.code === 'StateAlreadyExists';
  return operation.kind === 'save' && operation.version === undefined && !isTaken;
}
