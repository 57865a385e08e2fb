'use client';
import { DeleteIndexDialog } from '@/components/task/delete-index-dialog.tsx';
import { IndexDialog } from '@/components/task/index-dialog.tsx';
import { useValueIndexActs } from '../../value-index/use-value-indexes.ts';
import type { ValueColumnDialog } from '../use-value-columns.ts';
import { AddColumn } from './add-column.tsx';

type Props = {
  dialog: ValueColumnDialog;
  present: readonly string[];
  onAdd: (pointer: string) => void;
  /** Called before an index is deleted, with its path. */
  onDelete: (pointer: string) => void;
  onClose: () => void;
};

/** Adds a column of a path, asks for its index, and deletes the index. */
export function ValueColumnDialogs({ dialog, present, onAdd, onDelete, onClose }: Props) {
  const { create, remove } = useValueIndexActs();
  if (dialog.kind === 'add') return <AddColumn present={present} onAdd={onAdd} onClose={onClose} />;
  if (dialog.kind === 'ask')
    return <IndexDialog path={dialog.pointer} type={dialog.type} onSubmit={create} onClose={onClose} />;
  return (
    <DeleteIndexDialog
      index={dialog.index}
      onDelete={async () => {
        onDelete(dialog.index.path);
        return (await remove(dialog.index.id))?.detail;
      }}
      onClose={onClose}
    />
  );
}
