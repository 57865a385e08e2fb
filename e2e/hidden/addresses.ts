import type { Planted } from './plant.ts';

/** What is asked of every page and route of the dashboard, by its folder in `app`. */
export function addressesOf({
  run,
  storeName,
  done,
  waiting,
  failed,
  scheduled,
  operation,
  group,
  alert,
  reveal,
}: Planted) {
  const tasks = [done, waiting, failed];
  const store = `store=${storeName}`;
  const ofEntries = (path: string, more = '') =>
    ['marked', 'whole'].map((id) => `/api/state/${path}?${store}&id=${id}${more}`);
  const ofTasks = (...rest: string[]) => tasks.flatMap((id) => rest.map((path) => `/api/tasks/${id}/${path}`));
  const alone = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, [path]]));
  return {
    ...alone('/', '/audit', '/events', '/locks', '/schedules', '/workers', '/state', '/errors', '/operations', '/logs'),
    ...alone('/alerts', '/api/alerts', '/approvals', '/api/approvals'),
    '/alerts/[id]': [`/alerts/${alert}`],
    '/api/alerts/[id]': [`/api/alerts/${alert}`],
    ...alone('/settings', '/settings/api-keys', '/settings/operators', '/settings/secrets', '/settings/sessions'),
    ...alone('/settings/passkeys', '/api/settings/passkeys', '/api/passkey-options'),
    ...alone('/settings/deployment', '/api/settings/deployment', '/settings/retention', '/api/settings/retention'),
    ...alone('/password', '/passkey', '/proof', '/sign-in', '/invitation', '/schedules/new'),
    ...alone('/copy'),
    '/[...missing]': ['/no/such/page'],
    '/api/tasks/[id]/runs/[run]/copy': ofTasks('runs/1/copy'),
    '/api/tasks/[id]/runs/[run]/copy/download': ofTasks('runs/1/copy/download'),
    '/schedules/[id]': [`/schedules/${scheduled}`],
    '/state/[store]': ['', '?entry=marked', '?entry=whole', '?entry=marked&tab=versions'].map(
      (query) => `/state/${storeName}${query}`,
    ),
    '/state/[store]/compare': [`/state/${storeName}/compare?id=marked&with=whole`],
    '/tasks': [`/tasks?filter=${run}`],
    '/tasks/new': tasks.map((id) => `/tasks/new?from=${id}`),
    '/tasks/[id]': [
      ...tasks.map((id) => `/tasks/${id}`),
      ...['tab=input', 'tab=output', 'tab=logs', 'tab=events', 'step=0'].map((query) => `/tasks/${done}?${query}`),
    ],
    '/tasks/[id]/compare': [waiting, failed].map((id) => `/tasks/${done}/compare?run=1&with=${id}&withRun=1`),
    '/errors/[id]': [`/errors/${group}`],
    '/operations/[id]': [`/operations/${operation}`],
    ...alone('/api/audit', '/api/bulk-operations', '/api/errors', '/api/event-waits', '/api/events', '/api/healthz'),
    ...alone('/api/locks', '/api/overview', '/api/queues', '/api/schedules', '/api/task-types', '/api/workers'),
    ...alone('/api/settings/api-keys', '/api/settings/operators', '/api/settings/secrets', '/api/settings/sessions'),
    '/api/auth/[...nextauth]': ['/api/auth/session', '/api/auth/csrf', '/api/auth/providers'],
    '/api/bulk-operations/[id]': [`/api/bulk-operations/${operation}`],
    '/api/bulk-operations/[id]/results': [`/api/bulk-operations/${operation}/results`],
    '/api/task-durations': ['/api/task-durations', '/api/task-durations?measure=stepTime&step=late'],
    '/api/timeline': ['/api/timeline', '/api/timeline?by=queue'],
    '/api/comparison': ['/api/comparison?status=failed'],
    '/api/errors/[id]': [`/api/errors/${group}`],
    '/api/errors/[id]/remedies': [`/api/errors/${group}/remedies`],
    '/api/logs': ['/api/logs', ...tasks.map((id) => `/api/logs?taskId=${id}`)],
    '/api/logs/download': ['/api/logs/download', '/api/logs/download?format=ndjson'],
    '/api/logs/volume': ['/api/logs/volume'],
    '/api/palette': [`/api/palette?text=${run}`, `/api/palette?text=${done}`, '/api/palette?text=1&values=true'],
    '/api/presence': [
      `/api/presence?kind=errorGroup&id=${group}`,
      `/api/presence?kind=entry&storeName=${storeName}&id=marked`,
      ...tasks.map((id) => `/api/presence?kind=task&id=${id}`),
    ],
    '/api/reveals': [`/api/reveals?${store}&id=marked`, ...tasks.map((id) => `/api/reveals?task=${id}&run=1`)],
    '/api/reveals/[id]': [`/api/reveals/${reveal}`], // of another session, so empty
    '/api/schedules/[id]': [`/api/schedules/${scheduled}`],
    '/api/schedules/preview': ['/api/schedules/preview?cron=0 0 * * *'],
    '/api/state/access': ofEntries('access'),
    '/api/state/entries': [`/api/state/entries?${store}&includeValue=true`],
    '/api/state/entry': ofEntries('entry'),
    '/api/state/export': [`/api/state/export?${store}`],
    '/api/state/rows': [`/api/state/rows?${store}&id=marked&id=whole`],
    '/api/state/store': [`/api/state/store?${store}`],
    '/api/state/stores': ['/api/state/stores'],
    '/api/state/tree': [`/api/state/tree?${store}&delimiter=/`],
    '/api/state/value': [...ofEntries('value'), ...ofEntries('value', '&version=1')],
    '/api/state/version': ofEntries('version', '&version=1&whole=true'),
    '/api/state/versions': ofEntries('versions'),
    '/api/tasks': [`/api/tasks?search=${run}`, `/api/tasks?id=${done}&id=${failed}`],
    '/api/tasks/[id]/audit': ofTasks('audit'),
    '/api/tasks/[id]/events': ofTasks('events'),
    '/api/tasks/[id]/raise-context': ofTasks('raise-context'),
    '/api/tasks/[id]/run': [...ofTasks('run', 'run?run=1'), `/api/tasks/${scheduled}/run`],
    '/api/tasks/[id]/runs': ofTasks('runs'),
    '/api/tasks/[id]/runs/[run]/logs': ofTasks('runs/1/logs'),
    '/api/tasks/[id]/runs/[run]/logs/download': ofTasks('runs/1/logs/download', 'runs/1/logs/download?format=ndjson'),
    '/api/tasks/[id]/runs/[run]/logs/volume': ofTasks('runs/1/logs/volume'),
    '/api/tasks/[id]/runs/[run]/steps': ofTasks('runs/1/steps'),
    '/api/tasks/[id]/runs/[run]/steps/[sequence]': ofTasks('runs/1/steps/0'),
    '/api/tasks/[id]/runs/[run]/values/[name]': ofTasks(
      ...['input', 'output', 'run', 'task', 'step-0'].map((name) => `runs/1/values/${name}`),
    ),
    '/api/tasks/[id]/type': ofTasks('type'),
    ...alone('/api/views', '/api/views/counts'),
    '/api/blobs': [`/api/blobs?${store}&id=whole`], // served before Next.js
  };
}
