// @ts-check
// Security headers are set by the dashboard's HTTP server; see lib/dashboard/access/request-listener.ts.

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  images: { unoptimized: true },
  devIndicators: { position: 'bottom-right' },
  reactStrictMode: true,
  // `npm test` checks the types of the whole project; a start must not fail on someone's own task types beside it.
  typescript: { ignoreBuildErrors: true },
  typedRoutes: false,
  // inputs and events of up to 4 MiB travel in actions, as JSON text
  experimental: {
    serverActions: { bodySizeLimit: '9mb' },
    // a page that is opened loads fewer, larger scripts; see decision 205
    turbopackChunking: { requestCost: 600_000, minChunkSize: 120_000, firstPageLoadPriority: 0.8 },
    optimizePackageImports: ['radix-ui', 'lucide-react'],
  },
};

export default config;
