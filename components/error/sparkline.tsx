type SparklineProps = {
  counts: readonly number[];
  /** What it shows, in words, with its numbers. */
  label: string;
  className?: string;
};

const height = 20;
const barWidth = 3;

/** Counts over time as thin bars. An interval without any has a mark on the ground, so that the span stays readable. */
export function Sparkline({ counts, label, className }: SparklineProps) {
  const most = Math.max(1, ...counts);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${counts.length * barWidth} ${height}`}
      preserveAspectRatio="none"
      className={className}
    >
      <title>{label}</title>
      {counts.map((count, place) => {
        const tall = count === 0 ? 1 : Math.max(2, (count / most) * height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
            key={place}
            x={place * barWidth}
            y={height - tall}
            width={barWidth - 1}
            height={tall}
            className={count === 0 ? 'fill-line' : 'fill-danger'}
          />
        );
      })}
    </svg>
  );
}
