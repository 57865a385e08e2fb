import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered, Fault } from './faulty-proxy.ts';

/** The request is lost: the service never sees it. */
export const lostBefore: Fault = async ({ read, response }) => {
  await read();
  response.socket?.resetAndDestroy();
};

/** The service has done it and answered; the answer is lost. */
export const lostAfter: Fault = async ({ forward, response }) => {
  await forward();
  response.socket?.resetAndDestroy();
};

/** The connection is lost while the service is at it: a retry comes while the first is under way. */
export const lostMeanwhile: Fault = async ({ read, forward, response }) => {
  await read();
  const answered = forward();
  response.socket?.resetAndDestroy();
  await answered;
};

/** The request is held up on the way and reaches the service after its retry has been answered. */
export const overtaken: Fault = async ({ read, forward, overtaken, response }) => {
  await read();
  const later = overtaken();
  response.socket?.resetAndDestroy();
  await later;
  await forward();
};

/** The answer breaks off in its middle. */
export const halfSent: Fault = async ({ forward, response }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, { ...headers, 'content-length': String(Math.max(2, body.length)) });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.resetAndDestroy());
  if (body.length < 2) response.socket?.resetAndDestroy();
};

/** The service gets it twice at once; the caller hears what the second was told. */
export const duplicated: Fault = async ({ forward, response }) => {
  const [first, second] = await Promise.all([forward(), forward()]);
  const { status, headers, body }: Answered = second.status < 400 ? second : first;
  response.writeHead(status, headers).end(body);
};

/** The service gets it again when it has been answered. */
export const repeated: Fault = async ({ forward, response }) => {
  await forward();
  const { status, headers, body } = await forward();
  response.writeHead(status, headers).end(body);
};

/** The answer comes drop by drop. */
export const dripping: Fault = async ({ forward, response }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, headers);
  const drop = Math.ceil(body.length / 40);
  for (let at = 0; at < body.length; at += drop) {
    response.write(body.subarray(at, at + drop));
    await sleep(2);
  }
  response.end();
};

/** The service has done it, and a proxy says that it could not be reached in time. */
export const doneButRefused: Fault = async ({ forward, response }) => {
  await forward();
  response.writeHead(504, { 'content-type': 'text/html' }).end('<h1>Gateway Timeout</h1>');
};

/** It is refused for now, with this status. */
export function refused(status: 429 | 502 | 503, headers: Record<string, string> = { 'retry-after': '0' }): Fault {
  return async ({ read, response }) => {
    await read();
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end('later');
  };
}

/** The service does not know the token, or not any more. */
export const unauthenticated: Fault = async ({ read, response }) => {
  await read();
  const code = 'Unauthenticated';
  const problem = {
    type: 'about:blank',
    title: code,
    status: 401,
    detail: 'the token has expired',
    code,
    requestId: 'r',
  };
  response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
};

/** The request breaks off when so much of its body has come. */
export function brokenUpload(bytes: number): Fault {
  return async ({ incoming, response }) => {
    let come = 0;
    for await (const chunk of incoming) {
      come += chunk.length;
      if (come >= bytes) break;
    }
    response.socket?.resetAndDestroy();
  };
}

/** The answer breaks off when so much of its body has been sent. */
export function brokenAnswer(bytes: number): Fault {
  return async ({ forward, response }) => {
    const { status, headers, body } = await forward();
    response.writeHead(status, headers);
    response.write(body.subarray(0, bytes), () => response.socket?.resetAndDestroy());
  };
}

/** Nothing is ever answered. */
export const silent: Fault = async ({ read }) => {
  await read();
};

/** The answer begins and then stands still. */
export const stuck: Fault = async ({ forward, response }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, headers);
  response.write(body.subarray(0, Math.floor(body.length / 2)));
};
