'use client';
import { Slot } from 'radix-ui';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';

type OverlayState = {
  id: string;
  isOpen: boolean;
  isModal: boolean;
  change: (isOpen: boolean) => void;
  trigger: RefObject<HTMLButtonElement | null>;
  /** Whether a key has opened it, and not the pointer. */
  isByKey: RefObject<boolean>;
};

const Context = createContext<OverlayState | undefined>(undefined);

export type OverlayProps = {
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  modal?: boolean;
};

/** Whether a menu or popover is open, and what opens it. Apart from the library that draws it, which loads when asked for. */
export function Overlay({ children, open, onOpenChange, modal = false }: OverlayProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const isByKey = useRef(false);
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? isOwnOpen;
  const state = useMemo(
    () => ({
      id,
      trigger,
      isByKey,
      isOpen,
      isModal: modal,
      change: (next: boolean) => {
        setOwnOpen(next);
        onOpenChange?.(next);
      },
    }),
    [id, isOpen, modal, onOpenChange],
  );
  return <Context value={state}>{children}</Context>;
}

export function useOverlay(): OverlayState {
  const state = use(Context);
  if (state === undefined) throw new Error('a menu or popover needs its root around it');
  return state;
}

/** The one button that opens it. `preload` fetches what draws it as soon as someone comes near. */
export function OverlayTrigger(props: { kind: 'menu' | 'dialog'; preload: () => void; children: ReactElement }) {
  const { id, isOpen, change, trigger, isByKey } = useOverlay();
  const toggle = (event: MouseEvent) => {
    isByKey.current = event.detail === 0; // Enter and Space make a click without presses of a button
    change(!isOpen);
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (props.kind !== 'menu' || event.key !== 'ArrowDown') return;
    event.preventDefault();
    isByKey.current = true;
    change(true);
  };
  return (
    <Slot.Root
      ref={trigger}
      id={`${id}-trigger`}
      aria-haspopup={props.kind}
      aria-expanded={isOpen}
      data-state={isOpen ? 'open' : 'closed'}
      onPointerEnter={props.preload}
      onFocus={props.preload}
      onClick={toggle}
      onKeyDown={openByArrow}
    >
      {props.children}
    </Slot.Root>
  );
}
