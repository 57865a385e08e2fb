'use client';
import { useEffect } from 'react';
import type { TaskStatus } from '#contract';
import { type StatusTone, statusLook } from '../task/status.ts';
import { tabIcon } from './tab-icon.ts';
import { TabTitle } from './tab-title.ts';

const glyphs: Readonly<Record<StatusTone, string>> = {
  positive: '✓',
  danger: '✕',
  caution: '!',
  active: '▸',
  waiting: '…',
  idle: '',
};

let title: TabTitle | undefined;

function tabTitle(): TabTitle {
  title ??= new TabTitle(document, (onChange) =>
    new MutationObserver(onChange).observe(document.head, { subtree: true, childList: true, characterData: true }),
  );
  return title;
}

/** Tells in the tab's title and icon how the run that is seen fares, for as long as its page is open. */
export function useStatusInTab(status: TaskStatus): void {
  useEffect(() => {
    const { tone } = statusLook[status];
    tabTitle().mark({ status: glyphs[tone] });
    const icons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
    const before = icons.map((icon) => icon.href);
    for (const icon of icons) icon.href = tabIcon(tone);
    return () => {
      tabTitle().mark({ status: '' });
      for (const [index, icon] of icons.entries()) icon.href = before[index] ?? icon.href;
    };
  }, [status]);
}

/** Tells in the tab's title how much is new; 0 takes it away. */
export function markNews(news: number): void {
  tabTitle().mark({ news });
}
