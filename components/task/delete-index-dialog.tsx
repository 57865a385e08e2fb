'use client';
import { numberText, type ValueIndex } from '#contract';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { pathText } from './value-path.ts';

type Props = {
  index: ValueIndex;
  /** Resolves with what went wrong, if anything. */
  onDelete: () => Promise<string | undefined>;
  onClose: () => void;
};

/** Asks whether an index is to be deleted, with what it is and takes. */
export function DeleteIndexDialog({ index, onDelete, onClose }: Props) {
  const { path, type, status, entryCount, bytes, createdBy } = index;
  const size =
    entryCount === undefined || bytes === undefined
      ? ''
      : ` It has ${numberText(entryCount)} tasks and takes about ${formatBytes(bytes)}.`;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete the index of ${pathText(path)}?`}
      description={`Nobody can then sort tasks${type === undefined ? '' : ` of the type ${type}`} by it.${status === 'building' ? ' It is still being built.' : size} ${createdBy} requested it. It can be requested again.`}
      confirmLabel="Delete index"
      cancelLabel="Keep index"
      isDangerous
      canBeUndone
      onConfirm={onDelete}
    />
  );
}
