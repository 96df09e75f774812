import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const classes = cva(
  'inline-flex h-6 items-center gap-1 rounded-full border px-2 font-semibold text-xs whitespace-nowrap',
  {
    variants: {
      tone: {
        plain: 'border-hairline bg-sunken text-ink-soft',
        signal: 'border-transparent bg-signal text-on-signal',
        brass: 'border-transparent bg-brass text-on-brass',
        leaf: 'border-leaf text-leaf-text',
        rust: 'border-rust-text text-rust-text',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

/** A short label of a state or a kind. */
export function Badge({ tone, children }: VariantProps<typeof classes> & { children: ReactNode }) {
  return <span className={classes({ tone })}>{children}</span>
}
