import { type JsonValue, stringifyJson } from '#contract';

/** An HTTP request to the service as a command for a POSIX shell; address and token come from the environment. */
export function asCurl(request: { method: 'GET' | 'POST'; path: string; body?: JsonValue | undefined }): string {
  const lines = [
    `curl${request.method === 'GET' ? '' : ` -X ${request.method}`} "$TASKDECK_SERVICE_URL"${quote(request.path)}`,
    `-H "Authorization: Bearer $TASKDECK_TOKEN"`,
  ];
  if (request.body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `--data-raw ${quote(stringifyJson(request.body, 2))}`);
  }
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
