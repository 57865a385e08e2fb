import { type Copy, writeCopyData } from './copy.ts';
import type { CopyKind } from './copy-kind.ts';
import { cutLists } from './copy-parts.ts';
import { Html, html } from './html.ts';

/** Nothing is loaded and no script runs, whatever a value holds. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const style = `
:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}
body{max-width:72rem;margin:0 auto;padding:1rem}
h1{font-size:1.25rem}h2{font-size:1rem;margin:1.5rem 0 .5rem}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #8886;vertical-align:top;overflow-wrap:anywhere}
th{overflow-wrap:normal}
thead th{white-space:nowrap}
td{min-width:5rem}
.wide{overflow-x:auto}
pre{overflow:auto;max-height:40rem;padding:.5rem;border:1px solid #8886;white-space:pre-wrap;overflow-wrap:anywhere}
.track{position:relative;display:block;min-width:6rem;height:.75rem;background:#8882}
.track b{position:absolute;top:0;bottom:0;min-width:2px;background:#4f46e5}
.track b.failed{background:repeating-linear-gradient(135deg,#c81e1e 0 2px,#0000 2px 4px);border:1px solid #c81e1e}
.note{padding:.5rem;border:1px solid #8886}`;

/** Returns a copy as one page that opens without a network, with its data in it. */
export function copyDocument<Kind extends Copy>(
  { title, body }: Pick<CopyKind<Kind>, 'title' | 'body'>,
  copy: Kind,
): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title(copy)}</title>
<style>${new Html(style)}</style>
</head>
<body>
<h1>${title(copy)}</h1>
<p class="note">A copy from a Taskdeck, made on ${copy.madeOn} by ${copy.madeBy}. It shows what they could see. Times are in UTC. To see it as in the dashboard, open the file in a Taskdeck (Open a copy).${leftOutWords(copy)}</p>
${body(copy)}
${new Html(writeCopyData(copy))}
</body>
</html>
`;
  return page.text;
}

function leftOutWords({ leftOut, isCut }: Copy): string {
  const cut = cutLists(isCut);
  return [
    ...(leftOut.length === 0 ? [] : [` Left out: ${leftOut.join(', ')}.`]),
    ...(cut.length === 0 ? [] : [` Only the first ${cut.join(' and ')} are in it.`]),
  ].join('');
}
