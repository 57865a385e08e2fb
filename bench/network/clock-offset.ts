// Loaded before a program: its clock is wrong by the given milliseconds, and runs on at the usual pace.
const offset = Number(process.env.BED_CLOCK_OFFSET_MS);
const RealDate = Date;

class OffsetDate extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
}

globalThis.Date = OffsetDate as DateConstructor;
