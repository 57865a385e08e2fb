'use client';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge.tsx';
import { Id } from '@/components/ui/id.tsx';
import { Time } from '@/components/ui/time.tsx';
import type { EntryView } from './entry.ts';
import { RemainingTime } from './remaining-time.tsx';
import { WriterName } from './writer-name.tsx';

/** What is known of an entry beside its value. */
export function EntryFacts({ entry, onTag }: { entry: EntryView; onTag: (tag: string) => void }) {
  const tags = Object.entries(entry.tags).map(([name, value]) => `${name}=${value}`);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm">
      <Fact name="Version">
        <span className="tabular mr-2">{entry.version}</span>
        <Id value={entry.etag} label="etag" maximum={24} />
      </Fact>
      <Fact name="Modified">
        <Time value={entry.lastModifiedOn} /> by <WriterName writer={entry.lastModifiedBy} />
      </Fact>
      <Fact name="Created">
        <Time value={entry.createdOn} /> by <WriterName writer={entry.createdBy} />
      </Fact>
      <Fact name="Expires">
        {entry.expiresOn === undefined ? (
          <span className="text-muted">never</span>
        ) : (
          <>
            in <RemainingTime expiresOn={entry.expiresOn} />
            <span className="text-muted">
              {' '}
              (<Time value={entry.expiresOn} style="absolute" />)
            </span>
          </>
        )}
      </Fact>
      <Fact name="Type">
        <span className="font-mono text-xs">{entry.contentType}</span>
      </Fact>
      {tags.length > 0 && (
        <Fact name="Tags">
          <span className="flex flex-wrap gap-1">
            {tags.map((tag) => (
              <button
                key={tag}
                type="button"
                title={`Show entries with ${tag}`}
                className="max-w-full truncate rounded bg-idle-soft px-1.5 text-idle text-xs leading-5 hover:text-ink"
                onClick={() => onTag(tag)}
              >
                {tag}
              </button>
            ))}
          </span>
        </Fact>
      )}
      {entry.sensitive !== undefined && entry.sensitive.length > 0 && (
        <Fact name="Sensitive">
          <span className="flex flex-wrap gap-1">
            {entry.sensitive.map((pointer) => (
              <Badge key={pointer} title="Visible only with the scope sensitive/read">
                <EyeOff aria-hidden /> <span className="font-mono">{pointer === '' ? 'the whole value' : pointer}</span>
              </Badge>
            ))}
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
