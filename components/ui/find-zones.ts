/** A time zone as it is chosen from: `Europe/Berlin`, `UTC+02:00`. */
export type Zone = { name: string; label: string; offset: string };

const offsets = new Map<string, string>();

/** The distance of a zone from UTC at a time: `UTC+02:00`. */
export function offsetOf(timeZone: string, at: Date): string {
  const key = `${timeZone} ${Math.floor(at.getTime() / 3_600_000)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const offset = name === 'GMT' ? 'UTC+00:00' : name.replace('GMT', 'UTC').replace('-', '−');
  offsets.set(key, offset);
  return offset;
}

const maximumFound = 50;

/** Present names of zones that runtimes list by an earlier one. */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};
const earlierNames = new Map(Object.entries(presentNames).map(([earlier, present]) => [present, earlier]));

/** The zones whose name or offset holds every word of a text, those that begin with it first; UTC before all. */
export function findZones(text: string, at: Date): Zone[] {
  const words = normal(text).split(' ').filter(Boolean);
  const listed = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC');
  const names = new Set(['UTC', ...listed.map((name) => presentNames[name] ?? name)]);
  const matching = [...names].filter((name) => {
    const whole = normal(`${name} ${earlierNames.get(name) ?? ''}`);
    return words.every((word) => whole.includes(word) || offsetOf(name, at).replace('−', '-').includes(word));
  });
  const [first = ''] = words;
  const isBeginning = (name: string) => name.split('/').some((part) => normal(part).startsWith(first));
  const ordered = [...matching.filter((name) => isBeginning(name)), ...matching.filter((name) => !isBeginning(name))];
  return ordered
    .slice(0, maximumFound)
    .map((name) => ({ name, label: name.replaceAll('_', ' '), offset: offsetOf(name, at) }));
}

function normal(text: string): string {
  return text.toLowerCase().replaceAll('_', ' ').replaceAll('−', '-').trim();
}
