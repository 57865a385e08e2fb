'use client';
import { useEffect, useState } from 'react';

/** The seconds until an operation starts. */
export function Countdown({ startsOn }: { startsOn: string }) {
  const [now, setNow] = useState(() => Date.parse(startsOn));
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((Date.parse(startsOn) - now) / 1_000));
  return (
    <>
      Starts in <span className="tabular">{seconds}</span> s
    </>
  );
}
