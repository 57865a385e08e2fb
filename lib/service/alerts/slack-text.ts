import type { MessageText } from './text.ts';

/** Returns a message in the markup of Slack. Texts that quote errors cannot mention anybody or make links. */
export function slackText({ title, lines }: MessageText): string {
  const written = lines.map(({ text, link }) => {
    const escaped = escapeText(text);
    return link === undefined ? escaped : `${escaped} <${link}|Open>`;
  });
  return [`*${escapeText(title)}*`, ...written].join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
