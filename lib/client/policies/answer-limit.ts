import { type PipelinePolicy, type PipelineRequest, RestError } from '@azure/core-rest-pipeline';
import { AnswerTooLong, atMost } from '../answer-too-long.ts';

const everyStatus = new Set([Number.POSITIVE_INFINITY]);

/**
 * Reads answers up to a number of bytes, after they are unpacked: a wrong or hostile server cannot fill the memory.
 * Streams that the caller asked for are left to the caller.
 */
export function answerLimitPolicy(longestBytes: number): PipelinePolicy {
  return {
    name: 'answerLimitPolicy',
    async sendRequest(request, next) {
      const streamed = request.streamResponseStatusCodes;
      request.streamResponseStatusCodes = everyStatus;
      const response = await next(request).finally(() => {
        if (streamed === undefined) delete request.streamResponseStatusCodes;
        else request.streamResponseStatusCodes = streamed;
      });
      const stream = response.readableStreamBody ?? response.browserStreamBody;
      if (stream === undefined || streamed?.has(response.status)) return response;
      response.bodyAsText = await readText(stream, longestBytes, request);
      delete response.readableStreamBody;
      delete response.browserStreamBody;
      return response;
    },
  };
}

async function readText(stream: object, longestBytes: number, request: PipelineRequest): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const bytes of atMost(longestBytes, asBytes(stream))) text += decoder.decode(bytes, { stream: true });
  } catch (error) {
    if (error instanceof AnswerTooLong || (error instanceof Error && error.name === 'AbortError')) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RestError(`Error reading response as text: ${reason}`, { code: RestError.PARSE_ERROR, request });
  }
  return text + decoder.decode();
}

/** The streams of both transports yield bytes (fetch) or buffers (Node). */
function asBytes(stream: object): AsyncIterable<Uint8Array> {
  return stream as AsyncIterable<Uint8Array>;
}
