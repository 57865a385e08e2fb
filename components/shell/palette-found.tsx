'use client';
import { CornerDownLeft, Cpu, Database, FileJson, Layers, ListChecks, ListFilter, ScanSearch } from 'lucide-react';
import { counted, isHeldValue, type TaskStatus } from '#contract';
import { printValue } from '@/components/filter/clause.ts';
import { entryPath, storePath } from '@/components/state/state-path.ts';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { taskName } from '@/components/task/task-row.ts';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { Group, Item } from './palette-item.tsx';

export type FoundTask = { id: string; name?: string; type: string; status: TaskStatus };

/** The tasks and entries that hold a value, and how far was looked. */
export type Holders = {
  tasks: FoundTask[];
  /** Whether there are more tasks, or tasks that were not looked at. */
  hasMoreTasks: boolean;
  stores: {
    name: string;
    entries: string[];
    searchedCount: number;
    /** Whether there are more entries, or entries that were not looked at. */
    hasMore: boolean;
  }[];
  /** How many stores were not looked at. */
  otherStores: number;
};

export type HoldersProps = {
  text: string;
  /** `undefined` until it is looked for. */
  found: Holders | undefined;
  isLooking: boolean;
  failure: string | undefined;
  onLook: () => void;
  onGo: (href: string, label?: string) => void;
};

/** A task that was found; `kind` keeps it apart from the same task in another group. */
export function FoundTaskItem({ task, kind, onGo }: { task: FoundTask; kind: string; onGo: (href: string) => void }) {
  return (
    <Item value={`${kind} ${task.id}`} onSelect={() => onGo(`/tasks/${encodeURIComponent(task.id)}`)}>
      <ListChecks aria-hidden />
      <span className="truncate-name">{taskName(task)}</span>
      <span className="shrink-0 font-mono text-muted text-xs">{shortenId(task.id, 14)}</span>
      <span className="ml-auto">
        <StatusBadge status={task.status} />
      </span>
    </Item>
  );
}

/** Looks for the text as a value in inputs, outputs and entries, when asked: that reads many of them. */
export function HoldersGroup({ text, found, isLooking, failure, onLook, onGo }: HoldersProps) {
  if (!isHeldValue(text)) return null;
  if (found === undefined)
    return (
      <Group heading="Values">
        <Item value="found values" onSelect={onLook}>
          <ScanSearch aria-hidden />
          <span className="min-w-0 truncate">
            {isLooking ? 'Searching for' : 'Search for'} “{text}”
          </span>
          <span className="ml-auto shrink-0 text-muted text-xs">{failure ?? 'in inputs, outputs and state'}</span>
        </Item>
      </Group>
    );
  const filter = `value:${printValue(text)}`;
  return (
    <Group heading={`Hold “${text}”`}>
      {found.tasks.map((task) => (
        <FoundTaskItem key={task.id} task={task} kind="found value" onGo={onGo} />
      ))}
      {found.hasMoreTasks && (
        <Item value="found value tasks" onSelect={() => onGo(`/tasks?${new URLSearchParams({ filter })}`, 'Tasks')}>
          <ListFilter aria-hidden /> Continue in the list of tasks
        </Item>
      )}
      {found.stores.flatMap(({ name, entries, hasMore }) => [
        ...entries.map((id) => (
          <Item
            key={`${name}/${id}`}
            value={`found value ${name}/${id}`}
            onSelect={() => onGo(entryPath(name, id), id)}
          >
            <FileJson aria-hidden />
            <span className="truncate font-mono text-xs">{id}</span>
            <span className="ml-auto shrink-0 text-muted text-xs">entry of {name}</span>
          </Item>
        )),
        hasMore && (
          <Item key={name} value={`found value of ${name}`} onSelect={() => onGo(storePath(name, { filter }), name)}>
            <ListFilter aria-hidden /> Continue in {name}
          </Item>
        ),
      ])}
    </Group>
  );
}

/** What was looked at, in words. */
export function lookedAt({ tasks, stores, otherStores, hasMoreTasks }: Holders): string {
  const isNothing = tasks.length === 0 && stores.every(({ entries }) => entries.length === 0);
  const entries = stores.reduce((sum, { searchedCount }) => sum + searchedCount, 0);
  return [
    isNothing ? 'Nothing was found. ' : '',
    hasMoreTasks ? 'Searched the newest tasks' : 'Searched all tasks without sensitive values',
    stores.length > 0
      ? ` and ${counted(entries, 'entry', 'entries')} of ${counted(stores.length, 'store', 'stores')}`
      : '',
    otherStores > 0 ? `; not in ${counted(otherStores, 'other store', 'other stores')}` : '',
    '.',
  ].join('');
}

/** What the service found for a text. */
export type Found = {
  exact?: { label: string; detail: string; href: string };
  /** `isExact`: the text is its name. */
  places: { kind: 'store' | 'queue' | 'worker'; name: string; href: string; isExact?: true }[];
  tasks: FoundTask[];
};

const places = {
  store: { icon: Database, label: 'store' },
  queue: { icon: Layers, label: 'queue' },
  worker: { icon: Cpu, label: 'worker' },
};

/** What the service found: what an id names, tasks, and stores, queues and workers. */
export function FoundGroups({ found, onGo }: { found: Found; onGo: (href: string, label?: string) => void }) {
  const { exact, tasks } = found;
  const named = found.places.filter(({ isExact }) => isExact === true);
  const others = found.places.filter(({ isExact }) => isExact !== true);
  return (
    <>
      {exact !== undefined && (
        <Group heading="This id">
          <Item value={`found ${exact.href}`} onSelect={() => onGo(exact.href)}>
            <CornerDownLeft aria-hidden />
            <span className="truncate font-mono text-xs">{exact.label}</span>
            <span className="ml-auto shrink-0 text-muted text-xs">{exact.detail}</span>
          </Item>
        </Group>
      )}
      <PlacesGroup heading="This name" found={named} onGo={onGo} />
      {tasks.length > 0 && (
        <Group heading="Tasks">
          {tasks.map((task) => (
            <FoundTaskItem key={task.id} task={task} kind="found" onGo={onGo} />
          ))}
        </Group>
      )}
      <PlacesGroup heading="Stores, queues and workers" found={others} onGo={onGo} />
    </>
  );
}

type PlacesGroupProps = {
  heading: string;
  found: Found['places'];
  onGo: (href: string, label?: string) => void;
};

function PlacesGroup({ heading, found, onGo }: PlacesGroupProps) {
  if (found.length === 0) return null;
  return (
    <Group heading={heading}>
      {found.map(({ kind, name, href }) => {
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
  );
}
