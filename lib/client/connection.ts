import {
  createDefaultHttpClient,
  createHttpHeaders,
  createPipelineRequest,
  type HttpClient,
  type Pipeline,
  type PipelineRequest,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import { type Operation, type OperationName, operations, parseJson } from '#contract';
import { untilAborted } from './abort.ts';
import { failedAnswer, failedSending, unexpectedAnswer } from './answer-errors.ts';
import { checkEndpoint } from './endpoint.ts';
import type { CallOf, ItemOf, OutputOf, PageableName, ParamsOf } from './operation-types.ts';
import type {
  OperationOptions,
  PostOptions,
  QueryOptions,
  TaskClientCredential,
  TaskClientOptions,
} from './options.ts';
import { type Pageable, PageableList } from './pageable.ts';
import { createPipeline } from './pipeline.ts';
import { idempotencyKeyHeader } from './policies/idempotency-key.ts';
import { requestBody } from './request-body.ts';
import { requestUrl } from './request-url.ts';
import { noteOperation } from './sent-operation.ts';

type AnyCall = { params?: object; query?: object; body?: unknown; ifMatch?: string | undefined };

/** One client's way to the service: its endpoint and its policies, shared with its sub-clients. */
export class Connection {
  readonly #endpoint: string;
  readonly #pipeline: Pipeline;
  readonly #httpClient: HttpClient;
  readonly #timeoutInMs: number;

  constructor(endpoint: string | URL, credential: TaskClientCredential, options: TaskClientOptions) {
    this.#endpoint = checkEndpoint(endpoint, options.allowInsecureConnection ?? false);
    this.#pipeline = createPipeline(credential, options);
    this.#httpClient = options.httpClient ?? createDefaultHttpClient();
    this.#timeoutInMs = options.requestTimeoutInMs ?? 100_000;
  }

  /**
   * Carries out one operation of the contract. Throws `TypeError` or `RangeError` for wrong arguments before anything
   * is sent, `AbortError`, or `RequestFailedError`.
   */
  async send<Name extends OperationName>(
    name: Name,
    call: CallOf<Name>,
    options: PostOptions = {},
  ): Promise<OutputOf<Name>> {
    const response = await this.#exchange(name, this.#request(name, call, options), options);
    return readAnswer(name, response);
  }

  /** The pageable list of an operation; what `options` holds beside the abort signal is its query. */
  list<Name extends PageableName>(
    name: Name,
    params: ParamsOf<Name>,
    { abortSignal, ...query }: QueryOptions<Name>,
  ): Pageable<ItemOf<Name>> {
    requestUrl(this.#endpoint, operations[name], params, query); // wrong arguments throw here, not at the first next()
    return new PageableList<ItemOf<Name>>(async (settings) => {
      const request = this.#request(name, { params, query: { ...query, ...settings } }, { abortSignal });
      const response = await this.#exchange(name, request, { abortSignal });
      const { value, nextLink } = asPage<ItemOf<Name>>(readAnswer(name, response));
      const continuationToken = tokenOf(nextLink);
      if (nextLink !== undefined && continuationToken === undefined) throw unexpectedAnswer(name, response);
      return { value, continuationToken };
    });
  }

  /** Opens the answer of a streaming operation: its bytes as they come. */
  async open<Name extends OperationName>(
    name: Name,
    call: CallOf<Name>,
    options: OperationOptions,
  ): Promise<AsyncIterable<Uint8Array | string>> {
    const request = this.#request(name, call, options);
    request.streamResponseStatusCodes = new Set([200]);
    const response = await this.#exchange(name, request, options);
    const stream = response.readableStreamBody ?? response.browserStreamBody;
    if (stream === undefined || !(Symbol.asyncIterator in stream)) throw unexpectedAnswer(name, response);
    return asBytes(stream);
  }

  #request(name: OperationName, call: AnyCall, options: PostOptions): PipelineRequest {
    const operation: Operation = operations[name];
    const waits = call.query !== undefined && 'waitInMs' in call.query ? Number(call.query.waitInMs ?? 0) : 0;
    const request = createPipelineRequest({
      url: requestUrl(this.#endpoint, operation, call.params ?? {}, call.query ?? {}),
      method: operation.method,
      headers: createHttpHeaders({ Accept: operation.mediaType ?? 'application/json' }),
      timeout: this.#timeoutInMs + waits,
      allowInsecureConnection: true, // the endpoint has been checked
      ...(options.abortSignal === undefined ? {} : { abortSignal: options.abortSignal }),
    });
    noteOperation(request, name);
    if (call.ifMatch !== undefined) request.headers.set('If-Match', call.ifMatch);
    if (options.idempotencyKey !== undefined) request.headers.set(idempotencyKeyHeader, options.idempotencyKey);
    if (call.body !== undefined) {
      request.headers.set('Content-Type', 'application/json');
      request.body = requestBody(call.body);
    } else if (operation.body !== undefined && operation.isBodyOptional !== true)
      throw new TypeError(`${name}: its input is required`);
    return request;
  }

  async #exchange(name: OperationName, request: PipelineRequest, options: OperationOptions): Promise<PipelineResponse> {
    const response = await untilAborted(options.abortSignal, () =>
      this.#pipeline.sendRequest(this.#httpClient, request).catch((error: unknown) => {
        throw failedSending(name, request, error);
      }),
    );
    if (response.status >= 200 && response.status < 300) return response;
    throw failedAnswer(name, response);
  }
}

/**
 * The service validates what it answers against the same contract, so its JSON has the operation's output type.
 * It is not checked again: a client must be able to read what a newer service adds.
 */
function trustAnswer<Name extends OperationName>(answer: unknown): OutputOf<Name> {
  return answer as OutputOf<Name>;
}

/** The answer of a pageable operation is a page of its items: `PageableName` holds only such operations. */
function asPage<Item>(answer: unknown): { value: Item[]; nextLink?: string | undefined } {
  return answer as { value: Item[]; nextLink?: string | undefined };
}

/** The link's token alone is followed, never its host: a credential goes nowhere but to the client's endpoint. */
function tokenOf(link: string | undefined): string | undefined {
  return URL.parse(link ?? '', 'http://service')?.searchParams.get('continuationToken') ?? undefined;
}

/** The streams of both transports iterate over chunks of bytes (fetch) or buffers (Node). */
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
