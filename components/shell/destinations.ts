import {
  Activity,
  Bell,
  Bug,
  CalendarClock,
  Cpu,
  Database,
  FileText,
  Layers,
  LayoutDashboard,
  ListChecks,
  Lock,
  type LucideIcon,
  ScrollText,
  Settings,
  Stamp,
} from 'lucide-react';
import type { Scope } from '#contract';

export type Destination = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Pressed after G. */
  letter: string;
  /** What it takes to read the page: all of them. */
  scopes: readonly Scope[];
};

/** The pages of the dashboard, in the order of the navigation. */
export const destinations: readonly Destination[] = [
  { href: '/', label: 'Overview', icon: LayoutDashboard, letter: 'o', scopes: ['tasks/read'] },
  { href: '/tasks', label: 'Tasks', icon: ListChecks, letter: 't', scopes: ['tasks/read'] },
  { href: '/errors', label: 'Errors', icon: Bug, letter: 'r', scopes: ['tasks/read'] },
  { href: '/logs', label: 'Logs', icon: FileText, letter: 'g', scopes: ['logs/read', 'tasks/read'] },
  { href: '/events', label: 'Events', icon: Activity, letter: 'e', scopes: ['events/read'] },
  { href: '/state', label: 'State', icon: Database, letter: 'd', scopes: ['state/read'] },
  { href: '/locks', label: 'Locks', icon: Lock, letter: 'l', scopes: ['locks/read'] },
  { href: '/schedules', label: 'Schedules', icon: CalendarClock, letter: 's', scopes: ['tasks/read'] },
  { href: '/workers', label: 'Workers', icon: Cpu, letter: 'w', scopes: ['workers/read'] },
  { href: '/operations', label: 'Operations', icon: Layers, letter: 'b', scopes: ['tasks/read'] },
  { href: '/alerts', label: 'Alerts', icon: Bell, letter: 'n', scopes: ['alerts/read'] },
  { href: '/approvals', label: 'Approvals', icon: Stamp, letter: 'p', scopes: [] },
  { href: '/audit', label: 'Audit', icon: ScrollText, letter: 'a', scopes: ['audit/read'] },
  { href: '/settings', label: 'Settings', icon: Settings, letter: ',', scopes: [] },
];

/** Whether a path is this destination or below it. */
export function isAt(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`);
}

/** Returns the path of the first page that an operator with these scopes may read. */
export function firstReadable(scopes: readonly Scope[]): string {
  const readable = destinations.find((destination) => destination.scopes.every((scope) => scopes.includes(scope)));
  return readable?.href ?? '/settings'; // which needs no scope
}
