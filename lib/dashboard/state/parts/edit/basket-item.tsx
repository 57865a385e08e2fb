'use client';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FilePen, FilePlus, Trash2, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { StateFailure } from '#contract';
import { JsonDiff } from '@/components/json/json-diff.tsx';
import type { BasketOperation } from '@/components/state/edit/basket.model.ts';
import { expiryWords } from '@/components/state/edit/expiry.model.ts';
import { outcomeOfFailure } from '@/components/state/write-outcome.ts';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { PathText } from '@/components/ui/path-text.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { toast } from '@/components/ui/toast.ts';
import { tellReadFailure } from '../../../problem/tell-failure.ts';
import { operationTexts, readDeletable } from '../../operation-texts.ts';

type BasketItemProps = {
  storeName: string;
  operation: BasketOperation;
  /** Why the service refused it. */
  failure: StateFailure | undefined;
  onRemove: () => void;
  onReplace: (operation: BasketOperation) => void;
  onEdit: () => void;
};

/** One operation of the basket: what it does, on which version, its difference, and what to do when it was refused. */
export function BasketItem({ storeName, operation, failure, onRemove, onReplace, onEdit }: BasketItemProps) {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const { icon: Icon, words } = kindOf(operation);
  const isMoved = failure?.code === 'PreconditionFailed' || failure?.code === 'StateAlreadyExists';

  const deleteAnyway = async () => {
    const read = await tellReadFailure('The entry could not be read', readDeletable(storeName, operation.id));
    if (read === undefined) return;
    const now = read.value;
    if (now === undefined) onRemove();
    else onReplace({ kind: 'delete', id: operation.id, ...now });
    toast.success(now === undefined ? 'It has already been deleted' : `Version ${now.version} will be deleted`, {
      description: now === undefined ? `${operation.id} was removed from the basket.` : operation.id,
    });
  };

  return (
    <li className={cn('rounded-md border bg-surface', failure === undefined ? 'border-line' : 'border-danger/60')}>
      <div className="flex items-center gap-2 px-2 py-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-6 min-w-0 flex-1 items-center gap-2 rounded text-left"
        >
          <ChevronRight
            aria-hidden
            className={cn('size-3.5 shrink-0 text-muted transition-transform duration-100', isOpen && 'rotate-90')}
          />
          <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
          <span className="shrink-0 text-sm">{words}</span>
          <span className="min-w-0 truncate font-mono text-xs">
            <PathText text={operation.id} />
          </span>
        </button>
        <span className="tabular hidden text-muted text-xs sm:inline">
          {operation.version === undefined ? 'new' : `version ${operation.version}`}
          {operation.kind === 'save' && ` · ${formatBytes(operation.bytes)}`}
        </span>
        {operation.kind === 'save' && (
          <Button size="sm" variant="ghost" onClick={onEdit} aria-label={`Edit ${operation.id}`}>
            Edit
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          iconOnly
          onClick={onRemove}
          aria-label={`Remove ${operation.id} from the basket`}
        >
          <X aria-hidden />
        </Button>
      </div>
      {failure !== undefined && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-2 border-line border-t bg-danger-soft px-3 py-2 text-sm"
        >
          <p className="min-w-0 flex-1 wrap-anywhere">
            <Refusal failure={failure} />
          </p>
          {isMoved && operation.kind === 'save' && (
            <Button size="sm" onClick={onEdit}>
              Resolve
            </Button>
          )}
          {isMoved && operation.kind === 'delete' && (
            <Button size="sm" onClick={() => void deleteAnyway()}>
              Delete the current version
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <div id={contentId} className="border-line border-t p-2">
          <Difference storeName={storeName} operation={operation} />
        </div>
      )}
    </li>
  );
}

function Refusal({ failure }: { failure: StateFailure }) {
  const outcome = outcomeOfFailure(failure);
  if (outcome.kind === 'gone') return 'The entry has been deleted in the meantime.';
  if (outcome.kind === 'changed') return `${outcome.detail}.`;
  return (
    <>
      {failure.message} <span className="font-mono text-muted text-xs">{failure.code}</span>
    </>
  );
}

function Difference({ storeName, operation }: { storeName: string; operation: BasketOperation }) {
  const { data, isError } = useQuery({
    queryKey: ['state-edit', storeName, operation.id, 'difference', operation],
    queryFn: ({ signal }) => operationTexts(storeName, operation, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isError) return <p className="text-muted text-sm">The current entry could not be read.</p>;
  if (data === undefined) return <Skeleton className="h-24 w-full" />;
  return (
    <div className="grid gap-2">
      {operation.kind === 'save' && operation.save.expiry !== undefined && (
        <p className="text-muted text-xs">It {expiryWords(operation.save.expiry)}.</p>
      )}
      {data.isBaseLost && (
        <p className="text-caution text-xs">
          The version that it was based on is no longer kept, so everything is shown as new.
        </p>
      )}
      <JsonDiff label={`Change of ${operation.id}`} before={data.before} after={data.after} maxHeight="20rem" />
    </div>
  );
}

function kindOf(operation: BasketOperation) {
  if (operation.kind === 'delete') return { icon: Trash2, words: 'Delete' };
  return operation.version === undefined ? { icon: FilePlus, words: 'Create' } : { icon: FilePen, words: 'Change' };
}
