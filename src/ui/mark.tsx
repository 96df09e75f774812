/** The mark: an F whose two arms open like the bells of herald trumpets. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-signal" />
      <path className="fill-on-signal" d={markPath} />
    </svg>
  )
}

const markPath =
  'M7 6.5h4.2v1.9c5.4-.2 9.800-1.300 13.800-3.900v10.400c-4-2.500-8.400-3.600-13.800-3.800v4.900c3.300-.1 5.900-.9 8.300-2.500v8.200c-2.400-1.500-5-2.200-8.300-2.400v6.200H7z'
