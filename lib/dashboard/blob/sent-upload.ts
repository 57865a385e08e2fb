import { type HttpRequest, type HttpResponse, type PreviousUpload, Upload, type UploadOptions } from 'tus-js-client';
import type { BlobUploadResult, ResumableUpload } from '#contract';
import { unreachable } from '@/components/ui/unreachable.ts';
import { ProblemError } from '../problem/problem.ts';
import { smallFileBytes } from './small-file.ts';
import type { UploadHost } from './upload-host.ts';
import { fingerprintOf, type UploadPlan, uploadInput } from './upload-plan.ts';

/** One request's worth: below what proxies in front allow and the time they give. */
const chunkBytes = 16 * 1024 * 1024;

/** What an upload tells while it is sent. */
export type UploadNews = {
  onCreated(uploadId: string | undefined): void;
  /** Told how many bytes the service has. */
  onArrived(bytes: number): void;
  /** Told how many bytes are on their way or have arrived. */
  onSent(bytes: number): void;
  /** Told that all is stored; what became of it is in the last answer, or is asked for. */
  onDone(readResult: () => Promise<BlobUploadResult | undefined>): void;
  onError(error: unknown): void;
};

/** A file at the service: it is created there once, and gone on with as often as it is started. */
export class SentUpload {
  readonly #host: UploadHost;
  readonly #news: UploadNews;
  readonly #upload: Upload;
  /** With it, the service answers a creation that is sent again with the upload that it has begun. */
  readonly #idempotencyKey = crypto.randomUUID();
  /** Whether the service was asked to create it and has not answered: what it creates cannot be named until then. */
  #isCreating = false;
  #isGivenUp = false;
  #isResuming = true;

  /** Goes on with what was begun of the same content under the same conditions: as the plan names it, or by this browser. */
  static async prepare(host: UploadHost, plan: UploadPlan, contentHash: string, news: UploadNews): Promise<SentUpload> {
    const input = JSON.stringify(uploadInput(plan, contentHash));
    const sent = new SentUpload(host, plan, input, news);
    const { unfinished } = plan;
    if (unfinished !== undefined) sent.#upload.url = `${host.endpoint}/${encodeURIComponent(unfinished.uploadId)}`;
    else await resumeEarlier(sent.#upload, input);
    return sent;
  }

  private constructor(host: UploadHost, plan: UploadPlan, input: string, news: UploadNews) {
    this.#host = host;
    this.#news = news;
    this.#upload = new Upload(plan.file, {
      endpoint: host.endpoint,
      headers: host.headers(),
      chunkSize: chunkBytes,
      uploadDataDuringCreation: plan.file.size <= smallFileBytes,
      metadata: { input },
      retryDelays: null, // it cannot tell a lost connection from a refusal by its problem document
      removeFingerprintOnSuccess: true,
      fingerprint: () => Promise.resolve(fingerprintOf(host.operator, plan)),
      ...this.#listeners(),
      ...host.tus,
    });
  }

  /** Starts it, or goes on from what the service has. */
  start(): void {
    this.#isResuming = true;
    this.#upload.start();
  }

  /** Stops sending; what has arrived stays. */
  stop(): void {
    void this.#upload.abort();
  }

  /** Stops for good and deletes what has arrived, also what a creation makes that is not answered yet. */
  async giveUp(): Promise<void> {
    this.#isGivenUp = true;
    // a creation without the bytes is waited for: broken off, it would leave an upload that nobody deletes
    if (!this.#isCreating || this.#upload.options.uploadDataDuringCreation === true) await this.#remove();
  }

  /** What cannot be deleted now is swept by the service when it expires. */
  async #remove(): Promise<void> {
    await this.#upload.abort(true).catch(() => undefined);
  }

  #listeners(): Partial<UploadOptions> {
    return {
      onBeforeRequest: (request) => {
        if (request.getMethod() !== 'POST') return;
        request.setHeader('Idempotency-Key', this.#idempotencyKey);
        this.#isCreating = true;
      },
      onUploadUrlAvailable: () => {
        this.#isCreating = false;
        if (this.#isGivenUp) void this.#remove();
        else this.#news.onCreated(uploadIdOf(this.#upload.url));
      },
      onProgress: (sentBytes) => {
        if (this.#isResuming) this.#news.onArrived(sentBytes); // the first figure of a try is what the service has
        this.#isResuming = false;
        this.#news.onSent(sentBytes);
      },
      onAfterResponse: (request, response) => keepUnlessGone(this.#host, request, response),
      onChunkComplete: (_chunkBytes, arrivedBytes) => this.#news.onArrived(arrivedBytes),
      onSuccess: ({ lastResponse }) =>
        this.#news.onDone(async () => resultIn(lastResponse) ?? this.#host.readResult(this.#upload.url ?? '')),
      onError: (error) => {
        this.#isCreating = false;
        if (!this.#isGivenUp) this.#news.onError(error);
      },
    };
  }
}

/** Statuses of a refused question after an upload that `tus-js-client` handles: it is gone, or another request holds it. */
const handledStatuses = [404, 410, 423];

/**
 * Throws why a question after an upload was refused. `tus-js-client` would take any refusal for the end of the upload and
 * begin another one, also that of a service that is away for a moment. An answer to HEAD has no body, so it is asked again.
 */
async function keepUnlessGone(host: UploadHost, request: HttpRequest, response: HttpResponse): Promise<void> {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || status < 400 || handledStatuses.includes(status)) return;
  await host.readResult(request.getURL());
  throw new ProblemError(unreachable); // it is back: the next try finds the upload
}

/** Goes on with what this browser began, as long as it is the same content under the same conditions. */
async function resumeEarlier(upload: Upload, input: string): Promise<void> {
  for (const earlier of await upload.findPreviousUploads()) {
    if (isSame(earlier, input)) upload.resumeFromPreviousUpload(earlier);
    else await upload.options.urlStorage?.removeUpload(earlier.urlStorageKey);
  }
}

function isSame(earlier: PreviousUpload, input: string): boolean {
  return earlier.uploadUrl !== null && earlier.metadata.input === input;
}

/** What the service made of a file that came whole with the creation. Other answers have no body, nor has that of an older service. */
function resultIn(answer: HttpResponse): BlobUploadResult | undefined {
  const body = answer.getBody();
  if (answer.getStatus() !== 201 || body === '') return undefined;
  const { result }: ResumableUpload = JSON.parse(body);
  return result;
}

function uploadIdOf(url: string | null): string | undefined {
  const last = url?.split('/').at(-1);
  return last && decodeURIComponent(last);
}
