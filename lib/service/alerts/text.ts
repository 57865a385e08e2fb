import { type AlertConditionKind, counted, visibleLine } from '#contract';
import type { AlertMessage } from '#engine';

/** A message as text for people: a title, and a line for each thing that it tells of, with its page. */
export type MessageText = { title: string; lines: { text: string; link?: string }[] };

const statusWords = {
  new: 'new',
  ongoing: 'ongoing',
  backAgain: 'back again',
  resolved: 'resolved',
  muted: 'muted',
} as const;

const titleStart = { alert: 'Alert: ', summary: 'Still: ', recovered: 'Recovered: ', test: 'Test: ' } as const;

/**
 * Returns the text of a message, with links when the address of the dashboard is known. No name in it adds a line or is
 * read as another one.
 */
export function textOf({ kind, alert, subjects }: AlertMessage, dashboardUrl: string | undefined): MessageText {
  const line = (text: string, path: string) => ({
    text: visibleLine(text),
    ...(dashboardUrl !== undefined && { link: `${dashboardUrl}${path}` }),
  });
  const lines = subjects.map((subject) => line(lineOf(alert.condition, subject), subject.path));
  if (kind === 'test') lines.push({ text: 'This is a test. The channel works.' });
  const own =
    dashboardUrl === undefined ? [] : [line('Settings of this alert:', `/alerts/${encodeURIComponent(alert.id)}`)];
  return { title: visibleLine(`${titleStart[kind]}${alert.name}`), lines: [...lines, ...own] };
}

/** Returns what is said of one thing that was found. */
export function lineOf(
  condition: AlertConditionKind,
  { text, count, status }: Pick<AlertMessage['subjects'][number], 'text' | 'count' | 'status'>,
): string {
  if (condition !== 'cause' && condition !== 'failure') return text;
  const is = status === undefined ? '' : `${statusWords[status]}, `;
  return `${text} (${is}${counted(count, 'failure')})`;
}

/** Returns the lines with their links as plain text. */
export function plainText({ lines }: MessageText): string {
  return lines.map(({ text, link }) => (link === undefined ? text : `${text} ${link}`)).join('\n');
}
