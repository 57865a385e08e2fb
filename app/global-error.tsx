'use client';

/** The last resort, when the root layout itself failed: nothing of the dashboard can be relied on here. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: 'system-ui, sans-serif', padding: '2rem' }}>
        <h1>The dashboard failed</h1>
        <p>See its log. Tasks continue without it.</p>
        <button type="button" onClick={reset}>
          Try again
        </button>
      </body>
    </html>
  );
}
