'use client';
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { type Place, placeTooltip } from './place-tooltip.ts';

const delayInMs = 350;
/** After one tooltip the next ones open at once. */
const warmInMs = 300;
/** It is drawn in the landmark or dialog of its element: there a screen reader finds it, and a dialog lets it be. */
const hosts = '[role="dialog"], [role="alertdialog"], main, header, aside';
let lastClosedOn = Number.NEGATIVE_INFINITY;

type TooltipProps = {
  /** Without it, nothing is shown. */
  content: ReactNode | undefined;
  /** One focusable element. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
  side?: Place['side'];
};

/**
 * Says more about one focusable element, on hover and on focus; Escape closes it, and the pointer may move onto it
 * (WCAG 1.4.13). Never the only place of something needed. A small one of our own: pages have hundreds of them, and a
 * library's positioning engine would be a tenth of every page's script.
 */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  const id = useId();
  const [place, setPlace] = useState<Place & { host: Element }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);
  const { props } = children;
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (element: HTMLElement, delay: number) => {
    clearTimeout(timer.current);
    if (content === undefined) return;
    timer.current = setTimeout(() => {
      if (!element.isConnected) return;
      const host = element.closest(hosts) ?? document.body;
      setPlace({ ...placeTooltip(element.getBoundingClientRect(), side, window), host });
    }, delay);
  };
  const hide = (delay = 0) => {
    clearTimeout(timer.current);
    if (place === undefined) return;
    timer.current = setTimeout(() => {
      lastClosedOn = performance.now();
      setPlace(undefined);
    }, delay);
  };

  const shown = content === undefined ? undefined : place;
  const trigger = cloneElement(children, {
    ...(shown === undefined ? {} : { 'aria-describedby': id }),
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      if (event.pointerType !== 'touch')
        show(event.currentTarget, performance.now() - lastClosedOn < warmInMs ? 0 : delayInMs);
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event);
      hide(100);
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      if (!isPressed.current) show(event.currentTarget, 0);
      isPressed.current = false;
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      isPressed.current = false;
      hide();
    },
    onPointerDown: (event) => {
      props.onPointerDown?.(event);
      isPressed.current = true; // the focus that follows asks for nothing
      hide();
    },
    onKeyDown: (event) => {
      props.onKeyDown?.(event);
      if (event.key === 'Escape') hide();
    },
  });
  return (
    <>
      {trigger}
      {shown !== undefined &&
        createPortal(
          <div
            role="tooltip"
            id={id}
            style={shown.style}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={() => hide(100)}
            className="animate-appear pointer-events-auto fixed z-70 max-w-72 rounded-md bg-raised px-2 py-1 text-ink text-xs shadow-raised"
          >
            {content}
          </div>,
          shown.host,
        )}
    </>
  );
}
