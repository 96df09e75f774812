import { lazy, type ReactNode, Suspense, useState } from 'react'
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

/** A button with a list of actions behind it. The list's code is fetched when somebody reaches for it. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false)
  const trigger = (
    <button
      {...menuTrigger(props)}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return trigger
  return (
    <Suspense fallback={trigger}>
      <MenuPanel {...props} />
    </Suspense>
  )
}

/** The trigger's attributes, the same before and after the list's code is there. */
export function menuTrigger({ label = m.ui_more(), children, className }: MenuProps) {
  return {
    type: 'button' as const,
    'aria-label': label,
    className: className ?? buttonClasses({ variant: 'ghost', size: 'icon' }),
    children: children ?? <Icon name="ellipsis" className="size-5" />,
  }
}

const load = () => import('./menu-panel.tsx')
const MenuPanel = lazy(async () => ({ default: (await load()).MenuPanel }))
