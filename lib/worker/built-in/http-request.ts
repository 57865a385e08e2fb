import { pointersBelow } from '#contract';
import { carryMarks, type Outlet, runSecretsOf } from '#engine';
import { defineTask } from '../define-task.ts';
import { marksOfAnswer } from './carried-marks.ts';
import { httpRequestInput } from './http-request-input.ts';
import { sendHttpRequest } from './send-http-request.ts';

/** The built-in type that sends one HTTP request and returns the answer. */
export const httpRequest = (outlet: Outlet) =>
  defineTask({
    type: 'http.request',
    version: '1',
    description:
      'Sends one HTTP request and returns status, headers and body. Lost connections and the statuses 408, 425, 429 and 5xx are retried.',
    input: httpRequestInput,
    exampleInput: { method: 'POST', url: 'https://example.com/hooks', body: { hello: 'world' }, timeoutInMs: 10_000 },
    retry: { maximumAttempts: 5 },
    async run(ctx, request) {
      const pointers = await carryMarks(ctx, marksOfAnswer);
      const sending = { outlet, secrets: runSecretsOf(ctx), hidden: pointersBelow('/steps/request', pointers) };
      return ctx.step('request', (call) => sendHttpRequest(request, call, ctx.log, sending));
    },
  });
