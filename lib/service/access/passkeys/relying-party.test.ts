import { expect, test } from 'vitest';
import { relyingPartyOf, whyNoPasskeys } from './relying-party.ts';

test.each([
  [undefined, 'set TASKDECK_URL'],
  ['http://tasks.example.com', 'need https'],
  ['https://10.0.0.7', 'IP address'],
  ['https://[::1]:3000', 'IP address'],
])('says why %s has no passkeys', (dashboardUrl, reason) => {
  expect(whyNoPasskeys(dashboardUrl)).toContain(reason);
  expect(() => relyingPartyOf({ dashboardUrl })).toThrow(reason);
});

test.each([
  ['https://tasks.example.com/deck', { id: 'tasks.example.com', origin: 'https://tasks.example.com' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
])('binds the passkeys of %s to its host name and origin', (dashboardUrl, party) => {
  expect(relyingPartyOf({ dashboardUrl })).toEqual(party);
});
