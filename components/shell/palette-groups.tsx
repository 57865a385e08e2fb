'use client';
import { FileUp, Keyboard, ListFilter, LogOut, MousePointerClick, Plus, Settings, Settings2 } from 'lucide-react';
import { useTheme } from 'next-themes';
import type { ReactNode } from 'react';
import type { View } from '#contract';
import { missingScope } from '@/components/access/missing-scope.ts';
import { settingsPagesFor } from '@/components/access/settings-pages.ts';
import { taskViews } from '@/components/task/task-views.ts';
import { useBounds } from '@/components/ui/bounds.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Kbd } from '@/components/ui/kbd.tsx';
import { viewPath } from '@/components/view/view-address.ts';
import { viewAbout, viewListLook } from '@/components/view/view-words.ts';
import { destinations } from './destinations.ts';
import type { PageAction } from './page-actions.ts';
import { Group, Item } from './palette-item.tsx';
import { themes } from './theme-menu.tsx';

type Go = { onGo: (href: string, label?: string) => void };
/** What the operator may do. A page that needs more says so, and is not opened. */
type ForScopes = { scopes: readonly string[] };

/** Something that holds for the whole dashboard, such as the theme. */
export type PaletteSetting = { label: string; key?: string; run: () => void };

/** What is done when it is chosen. */
export type Act = Pick<PageAction, 'run'>;

/** What the open page can do. */
export function ActionsGroup({
  actions,
  onAct,
}: {
  actions: readonly PageAction[];
  onAct: (action: PageAction) => void;
}) {
  return (
    <Group heading="On this page">
      {actions.map((action) => (
        <Item
          key={action.label}
          value={`${action.label} this page`}
          isDisabled={action.reason !== undefined}
          onSelect={() => onAct(action)}
        >
          <MousePointerClick aria-hidden />
          <span className={cn('truncate', action.reason !== undefined && 'max-w-3/5 shrink-0')}>{action.label}</span>
          <span className="ml-auto text-right text-muted text-xs">
            {action.reason ?? (action.key !== undefined && <Kbd>{action.key}</Kbd>)}
          </span>
        </Item>
      ))}
    </Group>
  );
}

/** The way to the form of a new task, which some pages have as a button too. */
export const newTaskLabel = 'New task';

/** The pages of the dashboard. */
export function PagesGroup({ onGo, scopes }: Go & ForScopes) {
  return (
    <Group heading="Go to">
      {destinations.map(({ href, label, icon: Icon, letter, scopes: needed }) => (
        <PageItem
          key={href}
          value={label}
          icon={<Icon aria-hidden />}
          label={label}
          closedReason={missingScope(scopes, ...needed)}
          onSelect={() => onGo(href, label)}
        >
          <span className="flex gap-1">
            <Kbd>G</Kbd>
            <Kbd>{letter.toUpperCase()}</Kbd>
          </span>
        </PageItem>
      ))}
      <PageItem
        value="New task create"
        icon={<Plus aria-hidden />}
        label={newTaskLabel}
        closedReason={missingScope(scopes, 'tasks/create')}
        onSelect={() => onGo('/tasks/new', newTaskLabel)}
      >
        <Kbd>N</Kbd>
      </PageItem>
      <Item value="Open a copy of a run, error or operation file" onSelect={() => onGo('/copy', 'Open a copy')}>
        <FileUp aria-hidden /> Open a copy
      </Item>
    </Group>
  );
}

type PageItemProps = {
  value: string;
  icon: ReactNode;
  label: string;
  /** Why the operator may not open it. */
  closedReason: string | undefined;
  onSelect: () => void;
  /** What stands at the right, unless it is closed. */
  children?: ReactNode;
};

/** A page that is opened, or the reason why it is not. */
function PageItem({ value, icon, label, closedReason, onSelect, children }: PageItemProps) {
  return (
    <Item value={value} isDisabled={closedReason !== undefined} onSelect={onSelect}>
      {icon}
      <span className="shrink-0">{label}</span>
      <span className="ml-auto text-right text-muted text-xs">{closedReason ?? children}</span>
    </Item>
  );
}

/** Saved views. */
export function ViewsGroup({ views, onGo }: Go & { views: readonly View[] }) {
  return (
    <Group heading="Views">
      {views.map((view) => {
        const { icon: Icon } = viewListLook[view.list];
        return (
          <Item key={view.id} value={`${view.name} view ${view.id}`} onSelect={() => onGo(viewPath(view), view.name)}>
            <Icon aria-hidden />
            <span className="truncate">{view.name}</span>
            <span className="ml-auto max-w-1/2 shrink-0 truncate text-muted text-xs">{viewAbout(view)}</span>
          </Item>
        );
      })}
    </Group>
  );
}

/** The named filters of the task list. */
export function FiltersGroup({ onGo }: Go) {
  return (
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
  );
}

type SettingsGroupProps = Go &
  ForScopes & {
    settings: readonly PaletteSetting[];
    onKeys: () => void;
    onSignOut: () => void;
    onAct: (act: Act) => void;
    onClose: () => void;
  };

/** Settings: their pages, the theme, and what holds for the whole dashboard. */
export function SettingsGroup({ settings, scopes, onGo, onKeys, onSignOut, onAct, onClose }: SettingsGroupProps) {
  const { setTheme } = useTheme();
  const bounds = useBounds();
  return (
    <Group heading="Settings">
      {settingsPagesFor(bounds).map(({ href, label, scopes: needed }) => (
        <PageItem
          key={href}
          value={`${label} settings`}
          icon={<Settings aria-hidden />}
          label={label}
          closedReason={missingScope(scopes, ...needed)}
          onSelect={() => onGo(href, label)}
        />
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
      {settings.map(({ label, key, run }) => (
        <Item key={label} value={`${label} setting`} onSelect={() => onAct({ run })}>
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
  );
}
