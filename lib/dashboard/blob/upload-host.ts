import type { UploadOptions } from 'tus-js-client';
import type { BlobUploadResult, ResumableUpload } from '#contract';
import { endedSession } from '../access/ended-session.ts';
import { pageOperatorHeader } from '../access/page-operator.ts';
import { operatorOfTab } from '../access/session-end.ts';
import { browserClock, type Clock } from '../live/clock.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { type FileReading, readFile } from './hash-file.ts';

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
  /** Asks for a sign-in, as the session has ended, and calls once it is there. The function that it returns cancels the call. */
  whenSignedIn(call: () => void): () => void;
  /** How the upload's requests are sent and where it is remembered; without, as in a browser. */
  tus?: Pick<UploadOptions, 'httpStack' | 'fileReader' | 'urlStorage' | 'chunkSize' | 'uploadDataDuringCreation'>;
};

/** What an upload needs, as the browser has it. */
export const browserUploadHost: UploadHost = {
  endpoint: '/api/uploads',
  get operator() {
    return operatorOfTab() ?? '';
  },
  headers: pageOperatorHeader,
  read: readFile,
  async readResult(url) {
    const { result } = await fetchJson<ResumableUpload>(new URL(url, window.location.href).pathname);
    return result;
  },
  ...browserClock,
  whenOnline(call) {
    window.addEventListener('online', call, { once: true });
    return () => window.removeEventListener('online', call);
  },
  whenSignedIn: (call) => endedSession.whenResumed(call),
};
