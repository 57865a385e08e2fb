'use client';
import { type FormEvent, useState } from 'react';
import { isInside } from '#contract';
import { useGo } from '@/components/shell/use-go.ts';
import { storePath } from '@/components/state/state-path.ts';
import { useBounds } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';

const pattern = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Goes to the page of a store that may not be there yet: it appears with its first entry. */
export function OpenStore({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const stores = useBounds()?.stores;
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pattern.test(name)) setError('1 to 63 characters of a-z 0-9 . _ -, the first a letter or digit');
    else if (!isInside(stores, name)) setError(`Outside of your bounds. Allowed: ${stores?.join(', ') || 'none'}`);
    else go(storePath(name));
  };
  return (
    <Dialog onClose={onClose}>
      <DialogContent
        title="New store"
        description="The first entry creates the store. Until then its page is empty."
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form="open-store">
              Open store
            </Button>
          </>
        }
      >
        <form id="open-store" onSubmit={submit}>
          <Field label="Name" error={error} hint="Lower-case letters, digits, . _ and -">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={name}
                onChange={(event) => {
                  setName(event.target.value);
                  setError(undefined);
                }}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
