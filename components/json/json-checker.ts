import { type CheckOptions, checkJson, formatJson, type JsonCheck } from './check-json.ts';
import type { JsonAnswer, JsonOrder } from './json-worker.ts';
import { isLongText } from './long-text.ts';
import { type TakenValue, takeValue } from './take-value.ts';

/** What is used of a worker. */
type JsonWorker = EventTarget & { postMessage(order: JsonOrder): void; terminate(): void };

const startWorker = (): JsonWorker => new Worker(new URL('./json-worker.ts', import.meta.url), { type: 'module' });

/** To send a long text copies it, which would add to what the page does in the turn that took it out of its editor. */
const inOwnTurn = () => new Promise<void>((resolve) => void setTimeout(resolve));

/** Checks, formats and reads JSON texts. Short ones are read at once, long ones in a worker. */
export class JsonChecker {
  readonly #start: () => JsonWorker;
  #worker: JsonWorker | undefined;
  /** Ends with the answer that the worker is busy with. */
  #busy: Promise<unknown> = Promise.resolve();
  #newest = 0;

  constructor(start: () => JsonWorker = startWorker) {
    this.#start = start;
  }

  /** Returns the check of a text, or `undefined` when a newer one was asked for before this one began. */
  async check(text: string, options: CheckOptions): Promise<JsonCheck | undefined> {
    this.#newest += 1;
    const mine = this.#newest;
    if (!isLongText(text)) return checkJson(text, options);
    const before = this.#busy;
    const answer = before
      .then(inOwnTurn)
      .then(() => (mine === this.#newest ? this.#ask({ text, options }) : undefined));
    this.#busy = answer;
    const given = await answer;
    return given !== undefined && 'check' in given ? given.check : undefined;
  }

  /** Returns a text laid out over lines; `undefined` where it is no JSON. */
  async format(text: string): Promise<string | undefined> {
    if (!isLongText(text)) return formatJson(text);
    const answer = this.#busy.then(inOwnTurn).then(() => this.#ask({ text, options: 'format' }));
    this.#busy = answer;
    const given = await answer;
    return 'formatted' in given ? given.formatted : undefined;
  }

  /** Takes the member `value` out of the text of a JSON object. */
  async takeValue(text: string): Promise<TakenValue> {
    if (!isLongText(text)) return takeValue(text);
    const answer = this.#busy.then(inOwnTurn).then(() => this.#ask({ text, options: 'takeValue' }));
    this.#busy = answer;
    const given = await answer;
    return 'taken' in given ? given.taken : takeValue(text);
  }

  /** Ends the worker. Answers that are awaited never come. */
  end(): void {
    this.#newest += 1; // a check that has not begun does not start another worker
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#busy = Promise.resolve();
  }

  #ask(order: JsonOrder): Promise<JsonAnswer> {
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    return new Promise((resolve) => {
      const hear = (event: Event) => {
        worker.removeEventListener('message', hear);
        resolve(answerOf(event));
      };
      worker.addEventListener('message', hear);
      worker.postMessage(order);
    });
  }
}

/** The worker is of this same build and sends only these answers. */
function answerOf(event: Event): JsonAnswer {
  return (event as MessageEvent<JsonAnswer>).data;
}
