'use client';
import { type ReactNode, useState } from 'react';
import { type DurationMeasure, durationMeasures, mappedTasks, numberText, type TaskDurations } from '#contract';
import { cn } from '@/components/ui/class-names.ts';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { type Area, measureWords } from './duration-map.model.ts';
import { DurationMap } from './duration-map.tsx';
import { DurationTable } from './duration-table.tsx';
import { MapLegend } from './map-cells.tsx';

type DurationViewProps = {
  durations: TaskDurations | undefined;
  measure: DurationMeasure;
  onMeasure: (measure: DurationMeasure) => void;
  selected: Area | undefined;
  onSelect: (area: Area | undefined) => void;
  /** Whether the durations are of another time or measure, while those that were asked for are read. */
  isEarlier: boolean;
  className?: string;
  /** Further controls, such as the time to look back over. */
  children?: ReactNode;
};

/** A map of durations with its controls, or the table in its place. */
export function DurationView(props: DurationViewProps) {
  const { durations, measure, onMeasure, selected, onSelect, isEarlier, className, children } = props;
  const [view, setView] = useState<'map' | 'table'>('map');
  // a rectangle of earlier durations is not one of the measure that was chosen meanwhile
  const select = (area: Area | undefined) => {
    if (!isEarlier) onSelect(area);
  };
  return (
    <div className={cn('grid min-w-0 gap-2 p-3', className)}>
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label="Measure"
          options={durationMeasures.map((value) => ({ value, label: measureWords[value] }))}
          value={measure}
          onChange={onMeasure}
          className="h-7"
        />
        {children}
        <SegmentedControl
          label="Show durations as"
          options={[
            { value: 'map', label: 'Map' },
            { value: 'table', label: 'Table' },
          ]}
          value={view}
          onChange={setView}
          className="h-7"
        />
      </div>
      {durations === undefined ? (
        <Skeleton className="h-52" />
      ) : durations.cells.length === 0 ? (
        <p className="py-6 text-center text-muted text-sm">
          {measure === 'stepTime'
            ? 'No task with such a step ended in this time.'
            : 'No task of this filter ended in this time.'}
        </p>
      ) : view === 'table' ? (
        <DurationTable {...{ durations, selected }} onSelect={select} />
      ) : (
        <DurationMap {...{ durations, measure, selected, isEarlier }} onSelect={select} />
      )}
      <MapLegend />
      {durations?.isSampled && (
        <p className="text-caution text-xs">
          A sample: the first tasks of each interval, up to {numberText(mappedTasks)} in all. Choose a shorter time for
          all of them.
        </p>
      )}
    </div>
  );
}
