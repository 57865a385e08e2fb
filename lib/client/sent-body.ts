import type { PipelineRequest } from '@azure/core-rest-pipeline';

/** What the policies must know of a body that is read while it is sent. */
export type SentBody = {
  /** Whether it can be sent (again): its source can be read from the beginning, or has not been touched. */
  canBeSent(): boolean;
  /** Called whenever some of it has been read: the request is alive. */
  onProgress: (() => void) | undefined;
};

const bodies = new WeakMap<PipelineRequest, SentBody>();

/** Notes what kind of body a request streams. */
export function noteBody(request: PipelineRequest, body: SentBody): void {
  bodies.set(request, body);
}

/** The streamed body of a request; `undefined` where the body is text, bytes or none, which can always be sent again. */
export function sentBody(request: PipelineRequest): SentBody | undefined {
  return bodies.get(request);
}

/** Whether a request can be sent again as far as its body is concerned. */
export function canBeSentAgain(request: PipelineRequest): boolean {
  return sentBody(request)?.canBeSent() !== false;
}
