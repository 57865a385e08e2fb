import { type CheckOptions, checkJson, formatJson, type JsonCheck } from './check-json.ts';

/** What the worker is asked: to check a text, or to format it. */
export type JsonOrder = { text: string; options: CheckOptions } | { text: string; options: 'format' };
/** Its answer: the check, or the formatted text where the text is JSON. */
export type JsonAnswer = { check: JsonCheck } | { formatted: string | undefined };

/** Parses long JSON texts beside the page, so that typing never waits for it. */
self.addEventListener('message', ({ data: { text, options } }: MessageEvent<JsonOrder>) => {
  if (options === 'format') send({ formatted: formatJson(text) });
  else {
    const { isJson, valueBytes, problems } = checkJson(text, options);
    send({ check: { isJson, valueBytes, problems } });
  }
});

function send(answer: JsonAnswer): void {
  self.postMessage(answer);
}
