/** The mark: an F whose two arms open like the bells of herald trumpets. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-signal" />
      <path className="fill-on-signal" d={markPath} />
    </svg>
  )
}

/** In a box of 32 by 32. */
export const markPath =
  'M7 6.5h4.2v1.9c5.4-.2 9.8-1.3 13.8-3.9v10.4c-4-2.5-8.4-3.6-13.8-3.8v4.9c3.3-.1 5.9-.9 8.3-2.5v8.2c-2.4-1.5-5-2.2-8.3-2.4v6.2H7z'
