/** Under https, browsers come back by https only, for a year. */
export const strictTransport = 'max-age=31536000';

/** Headers on every answer of the dashboard. Pages carry a Content-Security-Policy as well; see `page-request.ts`. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};
