import { type HttpRequest, type HttpResponse, type PreviousUpload, Upload, type UploadOptions } from 'tus-js-client';
import type { BlobUploadResult, ResumableUpload } from '#contract';
import type { Transfer } from '@/components/blob/transfer.ts';
import { unreachable } from '@/components/ui/unreachable.ts';
import type { Clock } from '../live/clock.ts';
import { retryDelay } from '../live/retry-delay.ts';
import { ProblemError } from '../problem/problem.ts';
import type { FileReading } from './hash-file.ts';
import { smallFileBytes } from './small-file.ts';
import { createRate } from './transfer-rate.ts';
import { changedFile, isReadable, type UploadFailure, uploadFailureOf } from './upload-failure.ts';
import { fingerprintOf, type UploadPlan, uploadInput } from './upload-plan.ts';

/** One request's worth: below what proxies in front allow and the time they give. */
const chunkBytes = 16 * 1024 * 1024;
/** A service that answers with failures is asked this often; a lost connection is waited for without end. */
const triesAtService = 8;

type Change = Partial<Transfer>;

/** What an upload needs of the browser. */
export type UploadHost = Clock & {
  /** Where uploads are created. */
  endpoint: string;
  /** Whose uploads these are. */
  operator: string;
  /** The headers of each request. */
  headers(): Record<string, string>;
  /** Begins to read a file for its hash. */
  read(file: File, onRead: (bytes: number) => void): FileReading;
  /** Reads what the service made of a finished upload. */
  readResult(url: string): Promise<BlobUploadResult | undefined>;
  /** Calls once when the browser is connected again; the function that it returns cancels the call. */
  whenOnline(call: () => void): () => void;
  /** How the upload's requests are sent and where it is remembered; without, as in a browser. */
  tus?: Pick<UploadOptions, 'httpStack' | 'fileReader' | 'urlStorage' | 'chunkSize' | 'uploadDataDuringCreation'>;
};

/** One upload, which can be halted and gone on with. */
export type UploadJob = {
  /** Starts it, or goes on where it was. */
  run(): void;
  /** Stops sending; what has arrived stays. */
  pause(): void;
  /** Stops for good and has the service delete what has arrived. */
  cancel(): Promise<void>;
};

/** Makes the upload of a plan; `tell` is called with every change. */
export function createUploadJob(host: UploadHost, plan: UploadPlan, tell: (change: Change) => void): UploadJob {
  let contentHash: string | undefined;
  let upload: Upload | undefined;
  let reading: FileReading | undefined;
  let unfinished = plan.unfinished;
  /** Since bytes last arrived. */
  let failures = 0;
  let arrived = 0;
  let isResuming = true;
  /** With it, the service answers a creation that is sent again with the upload that it has begun. */
  let idempotencyKey = crypto.randomUUID();
  /** Counts starts and halts: the results of an earlier turn are dropped. */
  let turn = 0;
  let cancelRetry = () => {};
  /** Whether the service was asked to create it and has not answered: what it creates cannot be named until then. */
  let isCreating = false;
  let isGivenUp = false;
  const rate = createRate();

  async function run(): Promise<void> {
    const mine = ++turn;
    cancelRetry();
    rate.reset();
    isResuming = true;
    try {
      contentHash ??= await read();
      if (mine !== turn) return;
      tell({ contentHash });
      upload ??= await prepare(contentHash);
      if (mine !== turn) return;
      tell({ state: 'sending', problem: undefined, retriesOn: undefined });
      upload.start();
    } catch (error) {
      if (mine === turn) fail(error);
    }
  }

  async function read(): Promise<string> {
    tell({ state: 'reading', problem: undefined, retriesOn: undefined });
    if (reading === undefined) reading = host.read(plan.file, (readBytes) => tell({ readBytes }));
    else reading.resume();
    try {
      return await reading.hash;
    } catch (error) {
      reading = undefined;
      throw error;
    }
  }

  async function prepare(hash: string): Promise<Upload> {
    const input = JSON.stringify(uploadInput(plan, hash));
    const made = new Upload(plan.file, {
      endpoint: host.endpoint,
      headers: host.headers(),
      chunkSize: chunkBytes,
      uploadDataDuringCreation: plan.file.size <= smallFileBytes,
      metadata: { input },
      retryDelays: null, // it cannot tell a lost connection from a refusal by its problem document
      removeFingerprintOnSuccess: true,
      fingerprint: () => Promise.resolve(fingerprintOf(host.operator, plan)),
      onBeforeRequest: (request) => {
        if (request.getMethod() !== 'POST') return;
        request.setHeader('Idempotency-Key', idempotencyKey);
        isCreating = true;
      },
      onUploadUrlAvailable() {
        isCreating = false;
        if (isGivenUp) void remove(made);
        else tell({ uploadId: uploadIdOf(made.url) });
      },
      onProgress: (sentBytes) => {
        if (isResuming) noteArrived(sentBytes); // the first figure of a try is what the service has
        isResuming = false;
        tell({ sentBytes, bytesPerSecond: rate.note(sentBytes, host.now()) });
      },
      onAfterResponse: (request, response) => keepUnlessGone(host, request, response),
      onChunkComplete: (_chunkBytes, arrivedBytes) => noteArrived(arrivedBytes),
      onSuccess: ({ lastResponse }) => void finish(made, lastResponse, turn),
      onError(error) {
        isCreating = false;
        if (!isGivenUp) fail(error);
      },
      ...host.tus,
    });
    if (unfinished !== undefined) made.url = `${host.endpoint}/${encodeURIComponent(unfinished.uploadId)}`;
    else await resumeEarlier(made, input);
    return made;
  }

  /** Only bytes that the service has are progress: a failing service takes any number of them from the wire. */
  function noteArrived(bytes: number): void {
    if (bytes > arrived) failures = 0;
    arrived = bytes;
  }

  async function finish(done: Upload, answer: HttpResponse, mine: number): Promise<void> {
    tell({ state: 'finishing', sentBytes: plan.file.size, bytesPerSecond: undefined });
    try {
      const result = resultIn(answer) ?? (await host.readResult(done.url ?? ''));
      if (mine === turn) tell({ state: 'done', result });
    } catch (error) {
      if (mine === turn) judge(uploadFailureOf(error)); // it is stored: another try finds all of it there
    }
  }

  function fail(error: unknown): void {
    const mine = turn;
    const failure = uploadFailureOf(error);
    const isAnswered = failure.problem.code !== 'Unreachable' && failure.problem.code !== 'BadAnswer';
    void (isAnswered ? Promise.resolve(true) : isReadable(plan.file)).then((isThere) => {
      if (mine === turn) judge(isThere ? failure : { problem: changedFile, retry: 'never' });
    });
  }

  function judge(failure: UploadFailure): void {
    failures += 1;
    // A service that failed took bytes that it does not have. Of a lost connection nobody knows.
    if (failure.retry === 'service') tell({ sentBytes: arrived });
    const isTokenOld = failure.problem.code === 'Unauthenticated' && failures === 1;
    const isOver = failure.retry === 'never' || (failure.retry === 'service' && failures > triesAtService);
    if (isOver && !isTokenOld) giveUp(failure.problem);
    else tryLater(failure, isTokenOld ? 0 : Math.max(failure.afterInMs ?? 0, retryDelay(failures)));
  }

  function giveUp(problem: UploadFailure['problem']): void {
    if (problem.code === 'ContentHashMismatch' || problem === changedFile) startAnew();
    failures = 0;
    tell({ state: 'failed', problem, bytesPerSecond: undefined, retriesOn: undefined });
  }

  function tryLater({ problem, retry }: UploadFailure, delay: number): void {
    tell({ state: 'offline', problem, bytesPerSecond: undefined, retriesOn: host.now() + delay });
    const cancelTimer = host.after(delay, go);
    const cancelOnline = retry === 'connection' ? host.whenOnline(go) : () => {};
    cancelRetry = () => {
      cancelTimer();
      cancelOnline();
    };
  }

  /** What the service has is of another file: the next try sends all of this one. */
  function startAnew(): void {
    if (upload !== undefined) void remove(upload);
    upload = undefined;
    idempotencyKey = crypto.randomUUID();
    contentHash = undefined;
    reading = undefined;
    unfinished = undefined;
  }

  function go(): void {
    void run();
  }

  function halt(): void {
    turn += 1;
    cancelRetry();
  }

  return {
    run: go,
    pause() {
      halt();
      reading?.pause();
      failures = 0;
      void upload?.abort();
      tell({ state: 'paused', bytesPerSecond: undefined, retriesOn: undefined, problem: undefined });
    },
    async cancel() {
      halt();
      reading?.end();
      tell({ state: 'canceled', bytesPerSecond: undefined, retriesOn: undefined, problem: undefined });
      isGivenUp = true;
      // a creation without the bytes is waited for: broken off, it would leave an upload that nobody deletes
      const isAnswerAwaited = isCreating && upload?.options.uploadDataDuringCreation === false;
      if (upload !== undefined && !isAnswerAwaited) await remove(upload);
    },
  };
}

/** Stops an upload and deletes what has arrived. What cannot be deleted now is swept by the service when it expires. */
async function remove(upload: Upload): Promise<void> {
  await upload.abort(true).catch(() => undefined);
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
