import { expect, test } from 'vitest';
import type { Deployment } from '#contract';
import { type DashboardFacts, withDashboardFindings } from './dashboard-findings.ts';

const note = { code: 'ServiceGone', severity: 'note' as const, summary: 'gone', action: 'read' };
const report: Deployment = {
  version: '1.0.0',
  readOn: '2030-01-01T00:00:00.000Z',
  findings: [note],
  services: [],
  workers: [],
  database: {
    version: '18',
    migration: '0063',
    sizeBytes: 1,
    connections: { used: 1, maximum: 2 },
    unseenSessions: 0,
    replicas: [],
    tables: [],
  },
  blobStore: { description: 'file' },
  limits: {},
  queues: [],
};
const config: DashboardFacts['config'] = {
  publicUrl: new URL('http://localhost:3000'),
  isSecure: false,
  production: undefined,
  serviceUrl: 'http://127.0.0.1:7700',
};
const healthy: DashboardFacts = { config, version: '1.0.0', forwardedBy: undefined };

test('a dashboard on the machine of its browsers adds no findings', () => {
  expect(withDashboardFindings(report, healthy)).toEqual([note]);
});

test.for<[Partial<DashboardFacts['config']> | Partial<DashboardFacts>, code: string, severity: string]>([
  [{ publicUrl: new URL('http://deck.example') }, 'DashboardWithoutTls', 'warning'],
  [{ production: 'live' }, 'DashboardWithoutTls', 'critical'],
  [{ serviceUrl: 'http://tasks.example' }, 'ServiceReachedWithoutTls', 'warning'],
  [{ forwardedBy: '10.0.0.5' }, 'DashboardProxyNotTrusted', 'warning'],
  [{ version: '0.9.0' }, 'DashboardVersionDiffers', 'warning'],
])('finding %#: %s', ([changes, code, severity]) => {
  const facts = { ...healthy, ...changes, config: { ...config, ...changes } };
  expect(withDashboardFindings(report, facts)).toEqual([
    { code, severity, summary: expect.stringMatching(/\S/), action: expect.stringMatching(/\S/) },
    note,
  ]);
});

test('https needs nothing', () => {
  const secure = { ...config, publicUrl: new URL('https://deck.example'), isSecure: true, production: 'live' };
  const facts = { ...healthy, config: { ...secure, serviceUrl: 'https://tasks.example' } };
  expect(withDashboardFindings(report, facts)).toEqual([note]);
});
