'use client';
import { CircleHelp, Menu, Search } from 'lucide-react';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { laterPart } from '@/components/shell/later-part.ts';
import { Button } from '@/components/ui/button.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { useRememberedScreen } from '@/components/ui/known-screen.tsx';
import { contentId, detailsId } from '@/components/ui/page-focus.ts';
import { ProductionStrip } from '@/components/ui/production.tsx';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import type { ShownLive } from './freshness.ts';
import { LiveIndicator } from './live-indicator.tsx';
import { modKey } from './mod-key.ts';
import { Sidebar } from './navigation.tsx';
import { rememberNavigation } from './navigation-cookie.ts';
import { OperatorMenu, type ShownOperator } from './operator-menu.tsx';
import { PageProgress } from './page-progress.tsx';
import type { PaletteSetting } from './palette-groups.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { TimeMenu } from './time-menu.tsx';
import { usePageFocus } from './use-page-focus.ts';
import { useShellKeys } from './use-shell-keys.ts';

const PhoneNavigation = laterPart(() => import('./phone-navigation.tsx').then((loaded) => loaded.PhoneNavigation));
const ShortcutsDialog = laterPart(() => import('./shortcuts-dialog.tsx').then((loaded) => loaded.ShortcutsDialog));

type ShellProps = {
  operator: ShownOperator;
  live: ShownLive & { pause: (isPaused: boolean) => void };
  isInitiallyNarrow: boolean;
  /** Why the operator may not create tasks. */
  newTaskReason: string | undefined;
  onChangePassword: () => void;
  onSignOut: () => Promise<boolean>;
  /** Saved views, for the navigation. `onNavigate` is called when one is opened. */
  views: (controls: { onNavigate?: () => void }) => ReactNode;
  /** The palette, while it is open. */
  palette: (controls: { onClose: () => void; onKeys: () => void; settings: readonly PaletteSetting[] }) => ReactNode;
  /** What is to be known of the page itself. It stands below: what is on the screen does not move when it comes. */
  notice?: ReactNode;
  /** What goes on beside the page, such as uploads. */
  tray?: ReactNode;
  children: ReactNode;
};

/** What stands around every page: navigation, where I am, search, live switch, times, theme, who I am. */
export function Shell(props: ShellProps) {
  const { operator, live, isInitiallyNarrow, onChangePassword, onSignOut, views, palette, notice, tray, children } =
    props;
  const content = useRef<HTMLElement>(null);
  useRememberedScreen(content);
  const [isNarrow, setNarrow] = useState(isInitiallyNarrow);
  const [opened, setOpened] = useState<'palette' | 'keys'>();
  const [areTimesOpen, setTimesOpen] = useState(false);
  const narrow = (next: boolean) => {
    setNarrow(next);
    rememberNavigation(next);
  };
  const { preferences, change } = useTimePreferences();
  const settings: PaletteSetting[] = [
    {
      label: live.isPaused ? 'Resume live updates' : 'Pause live updates',
      key: 'P',
      run: () => live.pause(!live.isPaused),
    },
    { label: isNarrow ? 'Expand navigation' : 'Collapse navigation', key: '[', run: () => narrow(!isNarrow) },
    { label: 'Times: local', run: () => change({ ...preferences, zone: 'local' }) },
    { label: 'Times: choose a time zone…', run: () => setTimesOpen(true) },
    { label: 'Times: UTC', run: () => change({ ...preferences, zone: 'UTC' }) },
    {
      label: preferences.style === 'relative' ? 'Times: as dates' : 'Times: relative to now',
      run: () => change({ ...preferences, style: preferences.style === 'relative' ? 'absolute' : 'relative' }),
    },
    { label: 'Change password', run: onChangePassword },
  ];
  usePageFocus();
  useShellKeys({
    newTaskReason: props.newTaskReason,
    onPalette: () => setOpened((now) => (now === 'palette' ? undefined : 'palette')),
    onHelp: () => setOpened('keys'),
    onNavigation: () => narrow(!isNarrow),
    onLive: () => live.pause(!live.isPaused),
  });

  return (
    <div className="flex h-dvh overflow-hidden print:block print:h-auto">
      <SkipLink to={contentId}>Skip to content</SkipLink>
      <SkipLink to={detailsId} className="[html:not([data-has-details])_&]:hidden">
        Skip to details
      </SkipLink>
      <Sidebar scopes={operator.scopes} isNarrow={isNarrow} onNarrow={narrow} views={views({})} />
      <div className="flex min-w-0 flex-1 flex-col print:block">
        <ProductionStrip />
        <header className="relative flex h-12 shrink-0 items-center gap-1 border-line border-b px-2 sm:px-4">
          <PhoneNavigationButton scopes={operator.scopes} views={views} />
          <Breadcrumbs />
          <div className="flex shrink-0 items-center gap-0.5 sm:gap-1">
            {tray}
            {/* as its words grow and shrink, nothing after it moves */}
            <LiveIndicator live={live} />
            <PaletteButton onOpen={() => setOpened('palette')} />
            <TimeMenu isOpen={areTimesOpen} onOpen={setTimesOpen} />
            <ThemeMenu />
            <Button
              variant="ghost"
              size="sm"
              iconOnly
              aria-label="Keys"
              className="hidden sm:inline-flex"
              onClick={() => setOpened('keys')}
            >
              <CircleHelp aria-hidden />
            </Button>
            <OperatorMenu operator={operator} onChangePassword={onChangePassword} onSignOut={onSignOut} />
          </div>
          <PageProgress />
        </header>
        <main
          ref={content}
          id={contentId}
          tabIndex={-1}
          className="relative min-h-0 min-w-0 flex-1 overflow-y-auto focus:outline-none"
        >
          {children}
        </main>
        {notice}
      </div>
      {opened === 'palette' &&
        palette({ onClose: () => setOpened(undefined), onKeys: () => setOpened('keys'), settings })}
      {opened === 'keys' && <ShortcutsDialog onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function PhoneNavigationButton({ scopes, views }: Pick<ShellProps, 'views'> & { scopes: readonly string[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        iconOnly
        aria-label="Navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="md:hidden"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
      </Button>
      {isOpen && <PhoneNavigation scopes={scopes} views={views({ onNavigate: close })} onClose={close} />}
    </>
  );
}

const subscribeToNothing = () => () => {};

function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const mod = useSyncExternalStore(subscribeToNothing, modKey, () => 'Ctrl');
  return (
    <Button
      size="sm"
      onClick={onOpen}
      aria-keyshortcuts="Control+K Meta+K"
      className="text-muted lg:w-52 lg:justify-start"
    >
      <Search aria-hidden />
      <span className="sr-only lg:not-sr-only">Find or paste an id</span>
      <span aria-hidden className="ml-auto hidden lg:inline">
        <Kbd>{mod} K</Kbd>
      </span>
    </Button>
  );
}
