import { Braces, EyeOff, Hourglass, ListTree, Paperclip, ShieldCheck } from 'lucide-react';
import type { StorePolicy } from '#contract';
import { Badge } from '@/components/ui/badge.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { writeSeconds } from './written-seconds.ts';

/** What a store asks of its entries, a word each. */
export function PolicyBadges({ policy }: { policy: StorePolicy | undefined }) {
  if (policy === undefined) return null;
  const { schema, defaultTtlInSeconds, sensitive, isConditionRequired, acceptsBlobs, maximumBlobBytes, indexedPaths } =
    policy;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {schema !== undefined && (
        <Badge title="Every value must match a JSON Schema">
          <Braces aria-hidden /> schema
        </Badge>
      )}
      {defaultTtlInSeconds !== undefined && defaultTtlInSeconds > 0 && (
        <Badge title="New entries expire after this time by default">
          <Hourglass aria-hidden /> {writeSeconds(defaultTtlInSeconds)}
        </Badge>
      )}
      {sensitive !== undefined && sensitive.length > 0 && (
        <Badge
          title={`Sensitive in every entry: ${sensitive.map((pointer) => pointer || 'the whole value').join(', ')}`}
        >
          <EyeOff aria-hidden /> sensitive
        </Badge>
      )}
      {indexedPaths !== undefined && indexedPaths.length > 0 && (
        <Badge title={`Indexed paths: ${indexedPaths.map((pointer) => pointer || 'the whole value').join(', ')}`}>
          <ListTree aria-hidden /> {indexedPaths.length} indexed
        </Badge>
      )}
      {isConditionRequired === true && (
        <Badge title="Changes must name the version that they replace">
          <ShieldCheck aria-hidden /> no overwriting
        </Badge>
      )}
      {acceptsBlobs === false ? (
        <Badge title="Entries cannot have blobs">
          <Paperclip aria-hidden /> no blobs
        </Badge>
      ) : (
        maximumBlobBytes !== undefined && (
          <Badge title="Maximum size of a blob">
            <Paperclip aria-hidden /> up to {formatBytes(maximumBlobBytes)}
          </Badge>
        )
      )}
    </span>
  );
}
