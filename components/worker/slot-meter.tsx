/** How many of a worker's slots are busy, as a bar and in figures. */
export function SlotMeter({ busy, slots }: { busy: number; slots: number }) {
  const share = slots === 0 ? 0 : Math.min(1, busy / slots);
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-idle-soft">
        <span className="block h-full rounded-full bg-active" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="tabular">
        {busy.toLocaleString('en')} <span className="text-muted">of {slots.toLocaleString('en')}</span>
      </span>
    </span>
  );
}
