'use client';
import { useIsPhone } from '@/components/table/use-is-phone.ts';
import { cn } from '@/components/ui/class-names.ts';
import { CutText } from '@/components/ui/cut-text.tsx';

/**
 * The `h1` of a page about one record: its name. The breadcrumb shows it, and this is read out only. On a phone, where the
 * breadcrumb has no room for names, it is shown here: whole, or cut with a way to see all of it.
 */
export function PageName({ name, className }: { name: string; className?: string }) {
  const isPhone = useIsPhone();
  return (
    <h1 className={cn('min-w-0 font-semibold text-sm leading-4 sm:sr-only', className)}>
      {isPhone ? (
        <CutText label="name" className="line-clamp-2 wrap-anywhere">
          {name}
        </CutText>
      ) : (
        name
      )}
    </h1>
  );
}
