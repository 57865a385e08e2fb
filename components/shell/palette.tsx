'use client';
import { Command } from 'cmdk';
import {
  CornerDownLeft,
  Cpu,
  Database,
  FileUp,
  Keyboard,
  Layers,
  ListFilter,
  LogOut,
  MousePointerClick,
  Plus,
  Search,
  Settings,
  Settings2,
} from 'lucide-react';
import { useTheme } from 'next-themes';
import { Dialog as Primitive } from 'radix-ui';
import { useEffect, useState } from 'react';
import type { View } from '#contract';
import { settingsPagesFor } from '@/components/access/settings-pages.ts';
import { taskViews } from '@/components/task/task-views.ts';
import { useBounds } from '@/components/ui/bounds.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { FocusOrigin, useDialogFocus } from '@/components/ui/dialog-focus.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { viewPath } from '@/components/view/view-address.ts';
import { viewAbout, viewListLook } from '@/components/view/view-words.ts';
import { destinations } from './destinations.ts';
import type { PageAction } from './page-actions.ts';
import { type FoundTask, FoundTaskItem, HoldersGroup, type HoldersProps, lookedAt } from './palette-found.tsx';
import { Group, Item } from './palette-item.tsx';
import { themes } from './theme-menu.tsx';

/** What the service found for a text. */
export type Found = {
  exact?: { label: string; detail: string; href: string };
  places: { kind: 'store' | 'queue' | 'worker'; name: string; href: string }[];
  tasks: FoundTask[];
};

/** Something that holds for the whole dashboard, such as the theme. */
export type PaletteSetting = { label: string; key?: string; run: () => void };

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
  onAct: (action: PageAction) => void;
  onGo: (href: string, label?: string) => void;
  settings: readonly PaletteSetting[];
  onKeys: () => void;
  onSignOut: () => void;
  onClose: () => void;
};

const places = {
  store: { icon: Database, label: 'store' },
  queue: { icon: Layers, label: 'queue' },
  worker: { icon: Cpu, label: 'worker' },
};

/** Goes to a page, a task by its words, or whatever a pasted id names, and does what the page and the dashboard can. */
export function Palette(props: PaletteProps) {
  const { text, onText, found, isLooking, failure, views, actions, onGo, onKeys, onSignOut, onClose } = props;
  const { setTheme } = useTheme();
  const bounds = useBounds();
  const { origin, onCloseAutoFocus } = useDialogFocus();
  const [highlighted, highlight] = useState('');
  const exact = found?.exact === undefined ? undefined : `found ${found.exact.href}`;
  // it comes later than what the text matches on the page, and Enter has to open it
  useEffect(() => {
    if (exact !== undefined) highlight(exact);
  }, [exact]);
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-50 bg-black/45" />
        <Primitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
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
                placeholder="A page, an action, a name, a value, or any id: task, task#run, event, store/entry"
                className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List aria-busy={isLooking} className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5">
              {text.trim() !== '' && (
                <Command.Empty className="px-3 py-6 text-center text-muted text-sm">
                  {failure ?? (isLooking ? 'Looking…' : 'No results.')}
                </Command.Empty>
              )}
              {found?.exact !== undefined && (
                <Group heading="This id">
                  <Item value={`found ${found.exact.href}`} onSelect={() => onGo(found.exact?.href ?? '/')}>
                    <CornerDownLeft aria-hidden />
                    <span className="truncate font-mono text-xs">{found.exact.label}</span>
                    <span className="ml-auto shrink-0 text-muted text-xs">{found.exact.detail}</span>
                  </Item>
                </Group>
              )}
              {found !== undefined && found.tasks.length > 0 && (
                <Group heading="Tasks">
                  {found.tasks.map((task) => (
                    <FoundTaskItem key={task.id} task={task} kind="found" onGo={onGo} />
                  ))}
                </Group>
              )}
              {found !== undefined && found.places.length > 0 && (
                <Group heading="Stores, queues and workers">
                  {found.places.map(({ kind, name, href }) => {
                    const { icon: Icon, label } = places[kind];
                    return (
                      <Item key={`${kind} ${name}`} value={`found ${kind} ${name}`} onSelect={() => onGo(href, name)}>
                        <Icon aria-hidden />
                        <span className="truncate">{name}</span>
                        <span className="ml-auto shrink-0 text-muted text-xs">{label}</span>
                      </Item>
                    );
                  })}
                </Group>
              )}
              {found !== undefined && <HoldersGroup text={text.trim()} onGo={onGo} {...props.holders} />}
              {actions.length > 0 && (
                <Group heading="On this page">
                  {actions.map((action) => (
                    <Item
                      key={action.label}
                      value={`${action.label} this page`}
                      isDisabled={action.reason !== undefined}
                      onSelect={() => props.onAct(action)}
                    >
                      <MousePointerClick aria-hidden />
                      <span className={cn('truncate', action.reason !== undefined && 'max-w-3/5 shrink-0')}>
                        {action.label}
                      </span>
                      <span className="ml-auto text-right text-muted text-xs">
                        {action.reason ?? (action.key !== undefined && <Kbd>{action.key}</Kbd>)}
                      </span>
                    </Item>
                  ))}
                </Group>
              )}
              <Group heading="Go to">
                {destinations.map(({ href, label, icon: Icon, letter }) => (
                  <Item key={href} value={label} onSelect={() => onGo(href, label)}>
                    <Icon aria-hidden />
                    {label}
                    <span className="ml-auto flex gap-1">
                      <Kbd>G</Kbd>
                      <Kbd>{letter.toUpperCase()}</Kbd>
                    </span>
                  </Item>
                ))}
                <Item value="New task create" onSelect={() => onGo('/tasks/new')}>
                  <Plus aria-hidden /> New task
                  <Kbd className="ml-auto">N</Kbd>
                </Item>
                <Item
                  value="Open a copy of a run, error or operation file"
                  onSelect={() => onGo('/copy', 'Open a copy')}
                >
                  <FileUp aria-hidden /> Open a copy
                </Item>
              </Group>
              {views.length > 0 && (
                <Group heading="Views">
                  {views.map((view) => {
                    const { icon: Icon } = viewListLook[view.list];
                    return (
                      <Item
                        key={view.id}
                        value={`${view.name} view ${view.id}`}
                        onSelect={() => onGo(viewPath(view), view.name)}
                      >
                        <Icon aria-hidden />
                        <span className="truncate">{view.name}</span>
                        <span className="ml-auto max-w-1/2 shrink-0 truncate text-muted text-xs">
                          {viewAbout(view)}
                        </span>
                      </Item>
                    );
                  })}
                </Group>
              )}
              <Group heading="Filters">
                {taskViews.map(({ name, filter }) => (
                  <Item
                    key={name}
                    value={`Tasks: ${name} filter`}
                    onSelect={() => onGo(filter === '' ? '/tasks' : `/tasks?${new URLSearchParams({ filter })}`, name)}
                  >
                    <ListFilter aria-hidden /> Tasks: {name}
                  </Item>
                ))}
              </Group>
              <Group heading="Settings">
                {settingsPagesFor(bounds).map(({ href, label }) => (
                  <Item key={href} value={`${label} settings`} onSelect={() => onGo(href, label)}>
                    <Settings aria-hidden /> {label}
                  </Item>
                ))}
                {themes.map(({ value, label, icon: Icon }) => (
                  <Item
                    key={value}
                    value={`Theme ${label}`}
                    onSelect={() => {
                      setTheme(value);
                      onClose();
                    }}
                  >
                    <Icon aria-hidden /> Theme: {label.toLowerCase()}
                  </Item>
                ))}
                {props.settings.map(({ label, key, run }) => (
                  <Item
                    key={label}
                    value={`${label} setting`}
                    onSelect={() => {
                      run();
                      onClose();
                    }}
                  >
                    <Settings2 aria-hidden /> {label}
                    {key !== undefined && <Kbd className="ml-auto">{key}</Kbd>}
                  </Item>
                ))}
                <Item value="Keys shortcuts help" onSelect={onKeys}>
                  <Keyboard aria-hidden /> Show all keys
                  <Kbd className="ml-auto">?</Kbd>
                </Item>
                <Item value="Sign out leave" onSelect={() => onSignOut()}>
                  <LogOut aria-hidden /> Sign out
                </Item>
              </Group>
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
