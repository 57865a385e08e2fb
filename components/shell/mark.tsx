/** The product's mark: three steps, the last one on its way. */
export function Mark({ className = 'size-5' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className={className}>
      <rect width="20" height="20" rx="5" fill="var(--accent-solid)" />
      <path d="M4.5 6h6M4.5 10h11M4.5 14h4" stroke="#fff" strokeWidth="2" strokeLinecap="round" fill="none" />
      <circle cx="13.5" cy="14" r="1.4" fill="#fff" />
    </svg>
  );
}
