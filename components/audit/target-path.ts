import type { AuditRecord } from '#contract';
import { alertPath } from '@/components/alert/alert-path.ts';
import { operationPath } from '@/components/bulk/operation-path.ts';
import { errorGroupPath } from '@/components/error/error-path.ts';
import { fieldClause, printFilter } from '@/components/filter/clause.ts';
import { entryPath, storePath } from '@/components/state/state-path.ts';

export type AuditTarget = NonNullable<AuditRecord['target']>;

/** The page about what was acted on; what has no page of its own leads to all changes of it. */
export function targetPath({ kind, id }: AuditTarget): string {
  switch (kind) {
    case 'task':
      return `/tasks/${encodeURIComponent(id)}`;
    case 'store':
      return storePath(id);
    case 'state':
    case 'blob': {
      const at = id.indexOf('/');
      if (at > 0) return entryPath(id.slice(0, at), id.slice(at + 1));
      // The id of an upload is no store.
      return kind === 'state' ? storePath(id) : changesPath('target', id);
    }
    case 'lock':
      return `/locks?${new URLSearchParams({ filter: printFilter([{ kind: 'text', text: id }]) })}`;
    case 'alert':
      return alertPath(id);
    case 'bulkOperation':
      return operationPath(id);
    case 'errorGroup':
      return errorGroupPath(id);
    default:
      return changesPath('target', id);
  }
}

/** The audit trail with one condition. */
export function changesPath(key: 'target' | 'who', value: string): string {
  return `/audit?${new URLSearchParams({ filter: printFilter([fieldClause(key, value)]) })}`;
}
