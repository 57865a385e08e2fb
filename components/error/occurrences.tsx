'use client';
import type { ReactNode } from 'react';
import { type ErrorGroupDetails, numberText } from '#contract';
import { Card } from '@/components/ui/card.tsx';
import { stackedShares } from '@/components/ui/stacked-shares.ts';
import { Time } from '@/components/ui/time.tsx';
import { formatMinute } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { type Bar, barsOf, type Marker, markersOf } from './occurrences.model.ts';

/** Colours of versions, newest first. More versions share the last one. */
const colors = ['var(--danger)', 'var(--caution)', 'var(--waiting)', 'var(--faint)'];
const colorOf = (place: number) => colors[Math.min(place, colors.length - 1)];

/** Failures over time by worker version, with a line where a version was first registered. */
export function Occurrences({
  group,
  windowName,
  actions,
}: {
  group: ErrorGroupDetails;
  windowName: string;
  actions: ReactNode;
}) {
  const bars = barsOf(group);
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const last = bars.at(-1);
  return (
    <Card title={`Failures in the last ${windowName}`} actions={actions}>
      <div className="px-3 pb-3">
        <div className="relative h-40 pt-4">
          <p className="absolute top-0 left-0 text-muted text-xs">{numberText(most)}</p>
          <Bars group={group} bars={bars} most={most} />
          {markersOf(group).map((marker) => (
            <VersionMarker key={marker.version} marker={marker} />
          ))}
        </div>
        <p className="flex justify-between border-line border-t pt-1 text-muted text-xs">
          <Time value={group.occurrences.from} style="absolute" />
          {last !== undefined && <Time value={Date.parse(last.on) + group.occurrences.intervalInMs} style="absolute" />}
        </p>
        <ul aria-label="Versions" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
          {group.versions.map(({ version, registeredOn, counts }, place) => (
            <li key={version ?? ''} className="flex items-center gap-1.5">
              <span
                aria-hidden
                className="size-2.5 forced-color-adjust-none rounded-xs"
                style={{ background: colorOf(place) }}
              />
              {version === undefined ? 'Version not known' : `Version ${version}`}
              <span className="tabular font-medium text-ink">
                {numberText(counts.reduce((sum, count) => sum + count, 0))}
              </span>
              {registeredOn !== undefined && (
                <span>
                  since <Time value={registeredOn} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** The least height of the failures of a version, as a share of the highest bar: about 4 pixels. */
const leastPart = 0.025;

function Bars({ group, bars, most }: { group: ErrorGroupDetails; bars: readonly Bar[]; most: number }) {
  const { timeZone } = useTimePreferences();
  const label = `${numberText(group.failureCount)} failures, at most ${numberText(most)} in one interval`;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * 10} 100`}
      preserveAspectRatio="none"
      className="h-full w-full"
    >
      <title>{label}</title>
      {bars.map(({ on, counts, total }, place) => {
        let below = 100;
        const shares = stackedShares(counts, most, leastPart);
        return (
          <g key={on}>
            <title>{`${formatMinute(new Date(on), timeZone)}: ${numberText(total)}`}</title>
            <rect x={place * 10} y={0} width={10} height={100} fill="transparent" />
            {shares.map((share, version) => {
              const height = share * 100;
              below -= height;
              return (
                <rect
                  key={group.versions[version]?.version ?? ''}
                  x={place * 10 + 1}
                  y={below}
                  width={8}
                  height={height}
                  fill={colorOf(version)}
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

function VersionMarker({ marker: { version, at } }: { marker: Marker }) {
  return (
    <div
      className="pointer-events-none absolute inset-y-0 border-accent border-l border-dashed"
      style={{ left: `${at * 100}%` }}
    >
      <span
        className={`absolute top-0 whitespace-nowrap bg-surface px-1 text-accent text-xs ${at > 0.7 ? 'right-0' : 'left-0'}`}
      >
        Version {version}
      </span>
    </div>
  );
}
