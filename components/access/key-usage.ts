/** A key that was just made, and the lines in which a program uses it at this address of the service. */
export function keyUsage(key: string, endpoint: string): { label: string; text: string }[] {
  return [
    { label: 'Key', text: key },
    { label: 'Environment', text: `TASKDECK_API_KEY=${key}` },
    { label: 'curl', text: `curl -H 'Authorization: Bearer ${key}' ${endpoint}/v1/identity` },
    {
      label: 'Client',
      text: `import { TaskClient } from 'taskdeck/client';\n\nconst client = new TaskClient('${endpoint}', { key: process.env.TASKDECK_API_KEY ?? '' });`,
    },
  ];
}
