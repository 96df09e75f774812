import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  plain: 'border-hairline bg-sunken text-ink-soft',
  signal: 'border-transparent bg-signal text-on-signal',
  brass: 'border-transparent bg-brass text-on-brass',
  leaf: 'border-leaf text-leaf-text',
  rust: 'border-rust-text text-rust-text',
}

/** A short label of a state or a kind. */
export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones | undefined; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-6 items-center gap-1 rounded-full border px-2 font-semibold text-xs whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
