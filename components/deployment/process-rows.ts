import type { Deployment } from '#contract';

/** One process of a deployment, of any kind. */
export type ProcessRow = {
  key: string;
  kind: 'Service' | 'Worker' | 'This dashboard';
  name: string;
  version: string;
  isLive: boolean;
  /** `undefined` for the process that answered just now. */
  lastSeenOn?: string;
  about: string;
};

type Report = Pick<Deployment, 'services' | 'workers'> & {
  dashboard: { version: string; host: string; processId: number };
};

/** The processes of a deployment as rows: dashboard, services, workers. */
export function processRows({ dashboard, services, workers }: Report): ProcessRow[] {
  return [
    {
      key: 'dashboard',
      kind: 'This dashboard',
      name: `${dashboard.host} ${dashboard.processId}`,
      version: dashboard.version,
      isLive: true,
      about: '',
    },
    ...services.map(
      ({ id, host, processId, version, isLive, lastSeenOn, clockOffsetInMs }): ProcessRow => ({
        key: id,
        kind: 'Service',
        name: `${host} ${processId}`,
        version,
        isLive,
        lastSeenOn,
        about: clockOffsetInMs === 0 ? 'clock as the database' : `clock ${clockOffsetInMs} ms off`,
      }),
    ),
    ...workers.map(
      ({ id, name, host, processId, version, status, queues, lastSeenOn }): ProcessRow => ({
        key: id,
        kind: 'Worker',
        name: `${name} · ${host} ${processId}`,
        version,
        isLive: status !== 'expired',
        lastSeenOn,
        about: queues.join(', '),
      }),
    ),
  ];
}
