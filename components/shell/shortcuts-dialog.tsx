'use client';
import { useId, useState } from 'react';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { areSingleKeysOn, setSingleKeys } from '@/components/ui/single-keys.ts';
import { modKey } from './mod-key.ts';
import { shortcuts } from './shortcuts.ts';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(areSingleKeysOn);
  const id = useId();
  return (
    <Dialog onClose={onClose}>
      <DialogContent title="Keys" size="md">
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {shortcuts.map(({ group, keys }) => (
            <section key={group} aria-label={group}>
              <h3 className="mb-1.5 font-medium text-muted text-xs">{group}</h3>
              <dl className="grid gap-1">
                {keys.map((shortcut) => (
                  <div key={shortcut.does} className="flex min-h-6 items-center justify-between gap-3">
                    <dt className="text-sm">{shortcut.does}</dt>
                    <dd className="flex shrink-0 items-center gap-1 text-faint text-xs">
                      {shortcut.keys.map((key) =>
                        key === 'then' || key === 'or' ? key : <Kbd key={key}>{key === 'Mod' ? modKey() : key}</Kbd>,
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div className="mt-4 flex items-center gap-1.5 border-line border-t pt-3">
          <Checkbox
            id={id}
            checked={areOn}
            onCheckedChange={(checked) => {
              setOn(checked === true);
              setSingleKeys(checked === true);
            }}
          />
          <label htmlFor={id} className="text-sm">
            Enable single-key shortcuts
          </label>
        </div>
      </DialogContent>
    </Dialog>
  );
}
