import type { MessageText } from './text.ts';

/** What is posted to an incoming webhook of Slack. */
type SlackMessage = { text: string; parse: 'none'; unfurl_links: false; unfurl_media: false };

/** Returns a message for an incoming webhook of Slack, which neither links nor looks up an address that a text quotes. */
export function slackMessage(message: MessageText): SlackMessage {
  return { text: slackText(message), parse: 'none', unfurl_links: false, unfurl_media: false };
}

/** In the markup of Slack. Texts that quote errors cannot mention anybody, nor name a link other than by its address. */
function slackText({ title, lines }: MessageText): string {
  const written = lines.map(({ text, link }) => {
    const escaped = escapeText(text);
    return link === undefined ? escaped : `${escaped} <${link}|Open>`;
  });
  return [`*${escapeText(title)}*`, ...written].join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
