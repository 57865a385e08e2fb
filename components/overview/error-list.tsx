import Link from 'next/link';
import { numberText, type Statistics, stepShape } from '#contract';
import { CauseTitle, causeWords } from '@/components/error/cause-title.tsx';
import { errorGroupPath } from '@/components/error/error-path.ts';
import { MessageTitle } from '@/components/error/message-title.tsx';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { Time } from '@/components/ui/time.tsx';

/** The most frequent failures, one line a cause; each leads to its page. */
export function ErrorList({ errors, windowName }: { errors: Statistics['errors']; windowName: string }) {
  return (
    <Card title={`Errors of the last ${windowName}`}>
      {errors.length === 0 ? (
        <CardEmpty>No failures.</CardEmpty>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {errors.map(({ fingerprint, error, type, count, firstSeenOn, lastSeenOn }) => (
            <li key={fingerprint}>
              <Link
                href={errorGroupPath(fingerprint)}
                prefetch={false}
                className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="tabular min-w-8 text-right font-semibold text-danger">{numberText(count)}</span>
                <span className="truncate font-medium" title={causeWords({ error })}>
                  <CauseTitle group={{ error }} />
                </span>
                <span />
                <span className="flex flex-wrap gap-x-2 text-muted text-xs">
                  <span className="font-mono">{type}</span>
                  {error.step !== undefined && (
                    <span className="min-w-0 truncate">
                      in step “<MessageTitle message={stepShape(error.step)} />”
                    </span>
                  )}
                  <span>
                    first <Time value={firstSeenOn} />, last <Time value={lastSeenOn} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
