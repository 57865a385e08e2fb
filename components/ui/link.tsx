'use client';
import NextLink from 'next/link';
import { type ComponentProps, createContext, useContext, useState } from 'react';
import { cn } from './class-names.ts';

const AreLinks = createContext(true);

/** What is below it leads nowhere: its links are plain text. For things of another Taskdeck, which are not here. */
export function WithoutLinks({ children }: Pick<ComponentProps<'div'>, 'children'>) {
  return <AreLinks value={false}>{children}</AreLinks>;
}

/**
 * A link to a page of the dashboard. The page is prefetched when the pointer or the focus comes to the link, so a click is
 * as quick as with Next.js's own way: to prefetch the pages of all links on the screen.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  const { title, className, children } = props;
  if (useContext(AreLinks)) return <PageLink {...props} />;
  return (
    <span title={title} className={cn(className, 'text-inherit no-underline hover:no-underline')}>
      {children}
    </span>
  );
}

function PageLink({ onPointerEnter, onFocus, ...props }: ComponentProps<typeof NextLink>) {
  const [isNear, setNear] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isNear ? null : false}
      onPointerEnter={(event) => {
        setNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setNear(true);
        onFocus?.(event);
      }}
    />
  );
}
