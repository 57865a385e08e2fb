import { afterEach, expect, it } from 'vitest';
import { problem } from '../../client/testing/local-server.ts';
import { PageFailure } from '../problem/page-failure.ts';
import { enterPage, isSignedInAt } from './page-entry.ts';
import { ownHeaders, type StandIn, startStandIn } from './testing/stand-in.ts';

let standIn: StandIn;
afterEach(() => standIn[Symbol.asyncDispose]());

it('lets whoever has a session in', async () => {
  standIn = await startStandIn();
  expect(await enterPage(standIn.gate, await ownHeaders())).toMatchObject({ signedIn: { operator: { id: 'op-1' } } });
  expect(await isSignedInAt(standIn.gate, await ownHeaders())).toBe(true);
});

it('sends everybody else to sign-in, and back to a path of this dashboard only', async () => {
  standIn = await startStandIn();
  const enter = async (path: string) =>
    enterPage(standIn.gate, await ownHeaders({ cookie: 'taskdeck.session=x', 'x-taskdeck-path': path }));
  expect(await enter('/tasks?tab=1')).toEqual({ redirectTo: '/sign-in?callbackUrl=%2Ftasks%3Ftab%3D1' });
  expect(await enter('//evil.example')).toEqual({ redirectTo: '/sign-in' });
  expect(await isSignedInAt(standIn.gate, new Headers())).toBe(false);
});

it('sends those to sign-in whose session the service has ended', async () => {
  standIn = await startStandIn(undefined, problem(401, 'Unauthenticated'));
  expect(await enterPage(standIn.gate, await ownHeaders())).toEqual({ redirectTo: '/sign-in' });
  expect(await isSignedInAt(standIn.gate, await ownHeaders())).toBe(false);
});

it('fails where the service is away or broken, and signs nobody out', async () => {
  standIn = await startStandIn(undefined, problem(400, 'InternalError'));
  await expect(enterPage(standIn.gate, await ownHeaders())).rejects.toBeInstanceOf(PageFailure);
  await standIn[Symbol.asyncDispose]();
  await expect(enterPage(standIn.gate, await ownHeaders())).rejects.toThrow('The service cannot be reached.');
  expect(await isSignedInAt(standIn.gate, await ownHeaders())).toBe(false);
});
