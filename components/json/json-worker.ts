import { type CheckOptions, checkJson, formatJson, type JsonCheck } from './check-json.ts';
import { type TakenValue, takeValue } from './take-value.ts';

/** What the worker is asked: to check a text, to format it, or to take the value out of an object. */
export type JsonOrder = { text: string; options: CheckOptions | 'format' | 'takeValue' };
/** Its answer: the check, the formatted text where the text is JSON, or what was taken out. */
export type JsonAnswer = { check: JsonCheck } | { formatted: string | undefined } | { taken: TakenValue };

/** Parses long JSON texts beside the page, so that typing never waits for it. */
self.addEventListener('message', ({ data: { text, options } }: MessageEvent<JsonOrder>) => {
  if (options === 'format') send({ formatted: formatJson(text) });
  else if (options === 'takeValue') send({ taken: takeValue(text) });
  else {
    const { isJson, valueBytes, problems } = checkJson(text, options);
    send({ check: { isJson, valueBytes, problems } });
  }
});

function send(answer: JsonAnswer): void {
  self.postMessage(answer);
}
