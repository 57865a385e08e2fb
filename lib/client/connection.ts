import type { HttpClient, HttpHeaders, Pipeline, PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import { type Operation, type OperationName, operations, parseJson } from '#contract';
import { untilAborted } from './abort.ts';
import { failedAnswer, failedSending, unexpectedAnswer } from './answer-errors.ts';
import { checkCallOptions, checkCredential, checkOptions } from './check-options.ts';
import { createRequest, type RequestTarget } from './create-request.ts';
import { checkEndpoint } from './endpoint.ts';
import { httpClientFor } from './http-client-for.ts';
import type { CallOf, ItemOf, OutputOf, PageableName, PageExtraOf, ParamsOf } from './operation-types.ts';
import type {
  OperationOptions,
  PostOptions,
  QueryOptions,
  TaskClientCredential,
  TaskClientOptions,
} from './options.ts';
import { type Pageable, PageableList } from './pageable.ts';
import { createPipeline } from './pipeline.ts';
import { requestUrl } from './request-url.ts';
import { SyncCaller } from './sync/sync-caller.ts';
import { withinTime } from './within-time.ts';

/** An operation's answer with its headers. */
export type Answer<Name extends OperationName> = { output: OutputOf<Name>; headers: HttpHeaders };

/** The open answer of a streaming operation. */
export type OpenAnswer = { status: number; headers: HttpHeaders; stream: AsyncIterable<Uint8Array | string> };

/** A client's connection to the service: its endpoint and its policies, shared with its sub-clients. */
export class Connection {
  readonly #target: RequestTarget;
  readonly #pipeline: Pipeline;
  readonly #httpClient: HttpClient;
  /** How often an interrupted transfer is resumed before it fails. */
  readonly maximumRetries: number;
  /** The connection of the synchronous forms. */
  readonly sync: SyncCaller;

  constructor(endpoint: string | URL, credential: TaskClientCredential, options: TaskClientOptions) {
    checkCredential(credential);
    checkOptions(options);
    this.#target = {
      endpoint: checkEndpoint(endpoint, options.allowInsecureConnection ?? false),
      timeoutInMs: options.requestTimeoutInMs ?? 100_000,
    };
    this.sync = new SyncCaller(this.#target.endpoint, credential, options);
    this.maximumRetries = options.retry?.maximumRetries ?? 4;
    this.#pipeline = createPipeline(credential, options);
    this.#httpClient = options.httpClient ?? httpClientFor(this.#target.endpoint);
  }

  /** How long a stream may be silent before it counts as broken. */
  get timeoutInMs(): number {
    return this.#target.timeoutInMs;
  }

  /**
   * Performs one operation of the contract. Throws `TypeError` or `RangeError` for wrong arguments before a request is
   * sent, `AbortError`, or `RequestFailedError`.
   */
  async send<Name extends OperationName>(
    name: Name,
    call: CallOf<Name>,
    options: PostOptions = {},
  ): Promise<OutputOf<Name>> {
    return (await this.exchange(name, call, options)).output;
  }

  /** Same as `send`, and returns the answer's headers. `prepare` can replace the body of the request. */
  async exchange<Name extends OperationName>(
    name: Name,
    call: CallOf<Name>,
    options: PostOptions,
    prepare: (request: PipelineRequest) => void = () => {},
  ): Promise<Answer<Name>> {
    checkCallOptions(operations[name], options);
    return withinTime(name, options, async (bounded) => {
      const request = createRequest(this.#target, name, call, bounded);
      prepare(request);
      const response = await this.#send(name, request, bounded);
      return { output: readAnswer(name, response), headers: response.headers };
    });
  }

  /** Returns the paged list of an operation. `options` contain its query and the abort signal. */
  list<Name extends PageableName>(
    name: Name,
    params: ParamsOf<Name>,
    options: QueryOptions<Name>,
  ): Pageable<ItemOf<Name>, PageExtraOf<Name>> {
    checkCallOptions(operations[name], options);
    const { abortSignal, timeoutInMs, ...query } = options;
    requestUrl(this.#target.endpoint, operations[name], params, query); // wrong arguments throw here, not at next()
    return new PageableList<ItemOf<Name>, PageExtraOf<Name>>(async (settings) => {
      const call = { params, query: { ...query, ...settings } };
      const response = await withinTime(name, { abortSignal, timeoutInMs }, (bounded) =>
        this.#send(name, createRequest(this.#target, name, call, bounded), bounded),
      );
      const answer: unknown = readAnswer(name, response);
      if (!isPage(answer)) throw unexpectedAnswer(name, response);
      const { value, nextLink, ...extra } = asPage<Name>(answer);
      const continuationToken = tokenOf(nextLink);
      const isSamePage = continuationToken !== undefined && continuationToken === settings.continuationToken;
      if (isSamePage || (nextLink !== undefined && continuationToken === undefined))
        throw unexpectedAnswer(name, response);
      return { value, continuationToken, extra: asExtra<Name>(extra) };
    });
  }

  /** Opens the answer of a streaming operation as a stream of bytes. `accepted` lists further successful statuses. */
  async open<Name extends OperationName>(
    name: Name,
    call: CallOf<Name>,
    options: OperationOptions,
    accepted: readonly number[] = [200],
  ): Promise<OpenAnswer> {
    const response = await withinTime(name, options, (bounded) => {
      const request = createRequest(this.#target, name, call, bounded);
      request.streamResponseStatusCodes = new Set(accepted);
      return this.#send(name, request, bounded, accepted);
    });
    const stream = response.readableStreamBody ?? response.browserStreamBody ?? noBytes();
    if (!(Symbol.asyncIterator in stream)) throw unexpectedAnswer(name, response);
    return { status: response.status, headers: response.headers, stream: asBytes(stream) };
  }

  async #send(
    name: OperationName,
    request: PipelineRequest,
    options: OperationOptions,
    accepted: readonly number[] = [],
  ): Promise<PipelineResponse> {
    const response = await untilAborted(options.abortSignal, () =>
      this.#pipeline.sendRequest(this.#httpClient, request).catch((error: unknown) => {
        throw failedSending(name, request, error);
      }),
    );
    if ((response.status >= 200 && response.status < 300) || accepted.includes(response.status)) return response;
    throw failedAnswer(name, response);
  }
}

/**
 * The service validates its answers against the same contract, so the JSON has the operation's output type. The client
 * does not check it again, because it must accept fields that a newer service adds.
 */
function trustAnswer<Name extends OperationName>(answer: unknown): OutputOf<Name> {
  return answer as OutputOf<Name>;
}

/** Whether the answer has items. A proxy or another program can answer 200 with any JSON. */
function isPage(answer: unknown): answer is { value: unknown[] } {
  return typeof answer === 'object' && answer !== null && 'value' in answer && Array.isArray(answer.value);
}

/** The answer of a paged operation is a page of its items, because `PageableName` contains only paged operations. */
function asPage<Name extends PageableName>(answer: unknown): { value: ItemOf<Name>[]; nextLink?: string | undefined } {
  return answer as { value: ItemOf<Name>[]; nextLink?: string | undefined };
}

/** The members of a page besides its items and the link to the next page. */
function asExtra<Name extends PageableName>(rest: object): PageExtraOf<Name> {
  return rest as PageExtraOf<Name>;
}

async function* noBytes(): AsyncGenerator<Uint8Array, undefined> {}

/** Uses only the token of the link, never its host, so that a credential is sent only to the client's endpoint. */
function tokenOf(link: string | undefined): string | undefined {
  return URL.parse(link ?? '', 'http://service')?.searchParams.get('continuationToken') ?? undefined;
}

/** The streams of both transports yield bytes (fetch) or buffers (Node). */
function asBytes(stream: unknown): AsyncIterable<Uint8Array | string> {
  return stream as AsyncIterable<Uint8Array | string>;
}

function readAnswer<Name extends OperationName>(name: Name, response: PipelineResponse): OutputOf<Name> {
  const operation: Operation = operations[name];
  if (operation.output === undefined) return trustAnswer<Name>(undefined);
  try {
    return trustAnswer<Name>(parseJson(response.bodyAsText ?? ''));
  } catch (cause) {
    throw unexpectedAnswer(name, response, cause);
  }
}
