import type { ReactNode } from 'react'
import { m } from '../paraglide/messages.js'
import { buttonClasses } from './button-classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

export type MenuItem = {
  label: string
  icon?: IconName
  onSelect: () => void
  danger?: boolean
  /** Why it cannot be chosen now; shown under the label. */
  disabledReason?: string | null
}
export type MenuProps = {
  items: readonly MenuItem[]
  /** What the button is called; "More" by default. */
  label?: string
  /** What the button shows; three dots by default. */
  children?: ReactNode
  className?: string
}

/** The trigger's attributes, the same before and after the list's code is there. */
export function menuTrigger({ label = m.ui_more(), children, className }: Omit<MenuProps, 'items'>) {
  return {
    type: 'button' as const,
    'aria-label': label,
    className: className ?? buttonClasses({ variant: 'ghost', size: 'icon' }),
    children: children ?? <Icon name="ellipsis" className="size-5" />,
  }
}
