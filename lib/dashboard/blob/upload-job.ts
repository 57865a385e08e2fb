import type { Transfer } from '@/components/blob/transfer.ts';
import type { FileReading } from './hash-file.ts';
import { SentUpload } from './sent-upload.ts';
import { createRate } from './transfer-rate.ts';
import { changedFile, isReadable, mayBeTheFile, type UploadFailure, uploadFailureOf } from './upload-failure.ts';
import type { UploadHost } from './upload-host.ts';
import type { UploadPlan } from './upload-plan.ts';
import { UploadTries } from './upload-tries.ts';

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
export function createUploadJob(
  host: UploadHost,
  plan: UploadPlan,
  tell: (change: Partial<Transfer>) => void,
): UploadJob {
  return new PlannedUpload(host, plan, tell);
}

/** Reads the file for its hash, sends it, and tries again what failed. */
class PlannedUpload implements UploadJob {
  readonly #host: UploadHost;
  readonly #plan: UploadPlan;
  readonly #tell: (change: Partial<Transfer>) => void;
  readonly #tries = new UploadTries();
  readonly #rate = createRate();
  #unfinished: UploadPlan['unfinished'];
  #reading: FileReading | undefined;
  #contentHash: string | undefined;
  #sent: SentUpload | undefined;
  /** Counts starts and halts: the results of an earlier turn are dropped. */
  #turn = 0;
  #cancelRetry = () => {};

  constructor(host: UploadHost, plan: UploadPlan, tell: (change: Partial<Transfer>) => void) {
    this.#host = host;
    this.#plan = plan;
    this.#tell = tell;
    this.#unfinished = plan.unfinished;
  }

  run(): void {
    void this.#go();
  }

  pause(): void {
    this.#halt();
    this.#reading?.pause();
    this.#tries.beginAgain();
    this.#sent?.stop();
    this.#tell({ state: 'paused', bytesPerSecond: undefined, retriesOn: undefined, problem: undefined });
  }

  async cancel(): Promise<void> {
    this.#halt();
    this.#reading?.end();
    this.#tell({ state: 'canceled', bytesPerSecond: undefined, retriesOn: undefined, problem: undefined });
    await this.#sent?.giveUp();
  }

  #halt(): void {
    this.#turn += 1;
    this.#cancelRetry();
  }

  async #go(): Promise<void> {
    this.#halt();
    const mine = this.#turn;
    this.#rate.reset();
    try {
      this.#contentHash ??= await this.#read();
      if (mine !== this.#turn) return;
      this.#tell({ contentHash: this.#contentHash });
      this.#sent ??= await this.#prepare(this.#contentHash);
      if (mine !== this.#turn) return;
      this.#tell({ state: 'sending', problem: undefined, retriesOn: undefined });
      this.#sent.start();
    } catch (error) {
      if (mine === this.#turn) this.#fail(error);
    }
  }

  async #read(): Promise<string> {
    this.#tell({ state: 'reading', problem: undefined, retriesOn: undefined });
    if (this.#reading === undefined)
      this.#reading = this.#host.read(this.#plan.file, (readBytes) => this.#tell({ readBytes }));
    else this.#reading.resume();
    try {
      return await this.#reading.hash;
    } catch (error) {
      this.#reading = undefined;
      throw error;
    }
  }

  #prepare(contentHash: string): Promise<SentUpload> {
    const plan = { ...this.#plan, unfinished: this.#unfinished };
    return SentUpload.prepare(this.#host, plan, contentHash, {
      onCreated: (uploadId) => this.#tell({ uploadId }),
      onArrived: (bytes) => this.#tries.noteArrived(bytes),
      onSent: (sentBytes) => this.#tell({ sentBytes, bytesPerSecond: this.#rate.note(sentBytes, this.#host.now()) }),
      onDone: (readResult) => void this.#finish(readResult),
      onError: (error) => this.#fail(error),
    });
  }

  async #finish(readResult: () => Promise<Transfer['result']>): Promise<void> {
    const mine = this.#turn;
    this.#tell({ state: 'finishing', sentBytes: this.#plan.file.size, bytesPerSecond: undefined });
    try {
      const result = await readResult();
      if (mine === this.#turn) this.#tell({ state: 'done', result });
    } catch (error) {
      if (mine === this.#turn) this.#judge(uploadFailureOf(error)); // it is stored: another try finds all of it there
    }
  }

  #fail(error: unknown): void {
    const mine = this.#turn;
    const failure = uploadFailureOf(error);
    void (mayBeTheFile(failure) ? isReadable(this.#plan.file) : Promise.resolve(true)).then((isThere) => {
      if (mine === this.#turn) this.#judge(isThere ? failure : { problem: changedFile, retry: 'never' });
    });
  }

  #judge(failure: UploadFailure): void {
    // A service that failed took bytes that it does not have. Of a lost connection nobody knows.
    if (failure.retry === 'service') this.#tell({ sentBytes: this.#tries.arrived });
    const delay = this.#tries.delayAfter(failure);
    if (delay !== undefined) this.#tryLater(failure, delay);
    else if (failure.retry === 'session') this.#awaitSignIn(failure.problem);
    else this.#end(failure.problem);
  }

  #end(problem: UploadFailure['problem']): void {
    if (problem.code === 'ContentHashMismatch' || problem === changedFile) this.#forgetFile();
    this.#tries.beginAgain();
    this.#tell({ state: 'failed', problem, bytesPerSecond: undefined, retriesOn: undefined });
  }

  #tryLater({ problem, retry }: UploadFailure, delay: number): void {
    this.#tell({ state: 'offline', problem, bytesPerSecond: undefined, retriesOn: this.#host.now() + delay });
    const go = () => this.run();
    const cancelTimer = this.#host.after(delay, go);
    const cancelOnline = retry === 'connection' ? this.#host.whenOnline(go) : () => {};
    this.#cancelRetry = () => {
      cancelTimer();
      cancelOnline();
    };
  }

  #awaitSignIn(problem: UploadFailure['problem']): void {
    this.#tell({ state: 'offline', problem, bytesPerSecond: undefined, retriesOn: undefined });
    this.#cancelRetry = this.#host.whenSignedIn(() => {
      this.#tries.beginAgain();
      this.run();
    });
  }

  /** What the service has is of another file: the next try sends all of this one. */
  #forgetFile(): void {
    void this.#sent?.giveUp();
    this.#sent = undefined;
    this.#contentHash = undefined;
    this.#reading = undefined;
    this.#unfinished = undefined;
  }
}
