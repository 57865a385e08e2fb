'use client';
import dynamic from 'next/dynamic';
import { partLoader } from '@/components/shell/part-loader.ts';
import { useEditParams } from '../../edit-params.ts';

const NewEntry = dynamic(
  partLoader(() => import('./new-entry.tsx').then((loaded) => loaded.NewEntry)),
  { ssr: false },
);
const BasketReview = dynamic(
  partLoader(() => import('./basket-review.tsx').then((loaded) => loaded.BasketReview)),
  { ssr: false },
);

type EditLayerProps = {
  storeName: string;
  delimiter: string;
  /** Opens an entry that was made. */
  onOpen: (id: string) => void;
};

/** What is written over a store's page, as the address says: a new entry, or the basket. Loads when it is opened. */
export function EditLayer({ storeName, delimiter, onOpen }: EditLayerProps) {
  const { shown, edit, create, close } = useEditParams();
  if (shown.new !== null) {
    return (
      <NewEntry
        key={shown.new}
        storeName={storeName}
        prefix={shown.new}
        delimiter={delimiter}
        onClose={close}
        onCreated={(id) => {
          close();
          onOpen(id);
        }}
        onOpen={edit}
      />
    );
  }
  if (shown.basket === true) {
    return <BasketReview storeName={storeName} onClose={close} onEdit={edit} onCreate={create} />;
  }
  return null;
}
