'use client';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useEffect, useState } from 'react';
import type { View } from '#contract';
import { FocusOrigin, useDialogFocus } from '@/components/ui/dialog-focus.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { destinations } from './destinations.ts';
import type { PageAction } from './page-actions.ts';
import { type Found, FoundGroups, HoldersGroup, type HoldersProps, lookedAt } from './palette-found.tsx';
import {
  type Act,
  ActionsGroup,
  FiltersGroup,
  newTaskLabel,
  PagesGroup,
  type PaletteSetting,
  SettingsGroup,
  ViewsGroup,
} from './palette-groups.tsx';

type PaletteProps = {
  text: string;
  onText: (text: string) => void;
  found: Found | undefined;
  isLooking: boolean;
  /** Why it could not be looked for. */
  failure: string | undefined;
  /** What holds the text as a value. */
  holders: Omit<HoldersProps, 'text' | 'onGo'>;
  onPaste: (text: string) => void;
  /** Saved views. */
  views: readonly View[];
  /** What the open page can do. */
  actions: readonly PageAction[];
  onAct: (action: Act) => void;
  /** What the operator may do. */
  scopes: readonly string[];
  onGo: (href: string, label?: string) => void;
  settings: readonly PaletteSetting[];
  onKeys: () => void;
  onSignOut: () => void;
  onClose: () => void;
  /** Called when the palette is gone and the focus is where it was before. */
  onClosed: () => void;
};

/** Goes to a page, a task by its words, or whatever a pasted id names, and does what the page and the dashboard can. */
export function Palette(props: PaletteProps) {
  const { text, onText, found, isLooking, failure, views, actions, onGo, onClose } = props;
  const { origin, onCloseAutoFocus } = useDialogFocus();
  const [highlighted, highlight] = useState('');
  const ofPage = actions.filter(({ label }) => label !== newTaskLabel);
  const exact = found?.exact === undefined ? undefined : `found ${found.exact.href}`;
  const holders = found !== undefined && <HoldersGroup text={text.trim()} onGo={onGo} {...props.holders} />;
  /** Until then it is an offer, which comes after all that the text matches. */
  const areHoldersFound = props.holders.found !== undefined;
  const pages = <PagesGroup onGo={onGo} scopes={props.scopes} />;
  /** A page that is named in whole comes before what has its name in another one: Enter opens the first. */
  const isPage = destinations.some(({ label }) => label.toLowerCase() === text.trim().toLowerCase());
  // it comes later than what the text matches on the page, and Enter has to open it
  useEffect(() => {
    if (exact !== undefined && !isPage) highlight(exact);
  }, [exact, isPage]);
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-50 bg-black/45" />
        <Primitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus(event);
            props.onClosed();
          }}
          className="animate-rise fixed inset-x-2 top-2 z-50 mx-auto max-w-xl overflow-hidden rounded-xl bg-raised shadow-raised focus:outline-none sm:top-[14dvh]"
        >
          <FocusOrigin origin={origin} />
          <Primitive.Title className="sr-only">Find</Primitive.Title>
          <Command
            label="Find"
            loop
            value={highlighted}
            onValueChange={highlight}
            filter={(value, search) => (matches(value, search) ? 1 : 0)}
          >
            <div className="flex h-12 items-center gap-2.5 border-line border-b px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <Command.Input
                value={text}
                onValueChange={onText}
                onPaste={(event) => props.onPaste(event.clipboardData.getData('text'))}
                placeholder="Page, action, name, value or id: task#run, event, store/entry"
                className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List aria-busy={isLooking} className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5">
              {text.trim() !== '' && (
                <Command.Empty className="px-3 py-6 text-center text-muted text-sm">
                  {failure ?? (isLooking ? 'Searching…' : 'No results.')}
                </Command.Empty>
              )}
              {isPage && pages}
              {found !== undefined && <FoundGroups found={found} onGo={onGo} />}
              {areHoldersFound && holders}
              {ofPage.length > 0 && <ActionsGroup actions={ofPage} onAct={props.onAct} />}
              {!isPage && pages}
              {views.length > 0 && <ViewsGroup views={views} onGo={onGo} />}
              {props.scopes.includes('tasks/read') && <FiltersGroup onGo={onGo} />}
              <SettingsGroup {...props} />
              {!areHoldersFound && holders}
            </Command.List>
            {props.holders.found !== undefined && (
              <p role="status" className="border-line border-t px-4 py-2 text-muted text-xs">
                {lookedAt(props.holders.found)}
              </p>
            )}
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** What the service found always shows; the rest by its words. */
function matches(value: string, search: string): boolean {
  if (value.startsWith('found ')) return true;
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => value.toLowerCase().includes(word));
}
