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
  /** What it takes to read the page, where it takes anything. */
  scope?: Scope;
};

/** The pages of the dashboard, in the order of the navigation. */
export const destinations: readonly Destination[] = [
  { href: '/', label: 'Overview', icon: LayoutDashboard, letter: 'o', scope: 'tasks/read' },
  { href: '/tasks', label: 'Tasks', icon: ListChecks, letter: 't', scope: 'tasks/read' },
  { href: '/errors', label: 'Errors', icon: Bug, letter: 'r', scope: 'tasks/read' },
  { href: '/logs', label: 'Logs', icon: FileText, letter: 'g', scope: 'logs/read' },
  { href: '/events', label: 'Events', icon: Activity, letter: 'e', scope: 'events/read' },
  { href: '/state', label: 'State', icon: Database, letter: 'd', scope: 'state/read' },
  { href: '/locks', label: 'Locks', icon: Lock, letter: 'l', scope: 'locks/read' },
  { href: '/schedules', label: 'Schedules', icon: CalendarClock, letter: 's', scope: 'tasks/read' },
  { href: '/workers', label: 'Workers', icon: Cpu, letter: 'w', scope: 'workers/read' },
  { href: '/operations', label: 'Operations', icon: Layers, letter: 'b', scope: 'tasks/read' },
  { href: '/alerts', label: 'Alerts', icon: Bell, letter: 'n', scope: 'alerts/read' },
  { href: '/approvals', label: 'Approvals', icon: Stamp, letter: 'p' },
  { href: '/audit', label: 'Audit', icon: ScrollText, letter: 'a', scope: 'audit/read' },
  { href: '/settings', label: 'Settings', icon: Settings, letter: ',', scope: 'operators/manage' },
];

/** Whether a path is this destination or below it. */
export function isAt(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`);
}
