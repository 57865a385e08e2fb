'use client';
import { laterPart } from '@/components/shell/later-part.ts';
import { useEditParams } from '../../edit-params.ts';

const NewEntry = laterPart(() => import('./new-entry.tsx').then((loaded) => loaded.NewEntry));
const BasketReview = laterPart(() => import('./basket-review.tsx').then((loaded) => loaded.BasketReview));

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
