/** A shorter text leaves so few digits of base64 that other text has them too. */
const minimumEncodedLength = 4;

/** Returns the forms in which a text appears inside other text: as it is, escaped and encoded. The longest is first. */
export function encodedForms(text: string): string[] {
  const bytes = Buffer.from(text);
  const json = inJson(text);
  const percent = encodeURIComponent(text.toWellFormed());
  if (text.length < minimumEncodedLength) return [...new Set([text, json, percent])];
  const strict = percentOf(bytes);
  const forms = [
    text,
    json,
    json.replaceAll('/', '\\/'),
    asciiOnly(json),
    inJson(json), // JSON inside of JSON
    inJson(inJson(json)),
    ...[percent, percent.replaceAll('%20', '+'), strict, strict.replaceAll('%20', '+')].flatMap((form) => [
      form,
      form.replaceAll(/%../g, (code) => code.toLowerCase()),
    ]),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'), // with its last digits, which its end decides
    bytes.toString('base64url'),
    ...[0, 1, 2].flatMap((offset) => base64Inside(bytes, offset)),
  ];
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** The base64 digits that only these bytes decide when they follow `offset` other bytes of a group of three. */
function base64Inside(bytes: Buffer, offset: number): string[] {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  const form = digits.slice(first, end);
  return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
}

/** Some programs also encode what `encodeURIComponent` leaves as it is. */
function percentOf(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
    })
    .join('');
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function asciiOnly(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
