import type { PipelineRequest } from '@azure/core-rest-pipeline';

/** What the policies need of a body that is streamed. */
export type SentBody = {
  /** Whether the body can be sent (again): its source is unread or can be read from the beginning. */
  canBeSent(): boolean;
  /** Called when a part of the body has been read. */
  onProgress: (() => void) | undefined;
};

const bodies = new WeakMap<PipelineRequest, SentBody>();

/** Registers the body that a request streams. */
export function noteBody(request: PipelineRequest, body: SentBody): void {
  bodies.set(request, body);
}

/** Returns the streamed body of a request. `undefined` for text, bytes or no body, which can always be sent again. */
export function sentBody(request: PipelineRequest): SentBody | undefined {
  return bodies.get(request);
}

/** Whether the body of a request can be sent again. */
export function canBeSentAgain(request: PipelineRequest): boolean {
  return sentBody(request)?.canBeSent() !== false;
}
