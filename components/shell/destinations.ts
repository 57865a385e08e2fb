import { Activity, CalendarClock, Cpu, LayoutDashboard, ListChecks, type LucideIcon, ScrollText } from 'lucide-react';
import type { Scope } from '#contract';

export type Destination = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Pressed after G. */
  key: string;
  /** What it takes to read the page. */
  scope: Scope;
};

/** The pages of the dashboard, in the order of the navigation. */
export const destinations: readonly Destination[] = [
  { href: '/', label: 'Overview', icon: LayoutDashboard, key: 'o', scope: 'tasks/read' },
  { href: '/tasks', label: 'Tasks', icon: ListChecks, key: 't', scope: 'tasks/read' },
  { href: '/events', label: 'Events', icon: Activity, key: 'e', scope: 'events/read' },
  { href: '/schedules', label: 'Schedules', icon: CalendarClock, key: 's', scope: 'tasks/read' },
  { href: '/workers', label: 'Workers', icon: Cpu, key: 'w', scope: 'workers/read' },
  { href: '/audit', label: 'Audit', icon: ScrollText, key: 'a', scope: 'audit/read' },
];

/** Whether a path is this destination or below it. */
export function isAt(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`);
}
