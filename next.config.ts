import type { NextConfig } from 'next';

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
];

const config: NextConfig = {
  poweredByHeader: false,
  devIndicators: { position: 'bottom-right' },
  reactStrictMode: true,
  // `npm test` checks the types of the whole project; a start must not fail on someone's own task types beside it.
  typescript: { ignoreBuildErrors: true },
  typedRoutes: false,
  // inputs and events of up to 4 MiB travel in actions, as JSON text
  experimental: {
    serverActions: { bodySizeLimit: '9mb' },
    optimizePackageImports: ['radix-ui', 'lucide-react'],
  },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
};

export default config;
