import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { m } from '../paraglide/messages.js'
import { toast } from '../stores/toasts.ts'
import { lazily, useIsLate } from './lazily.ts'
import { type MenuProps, menuTrigger } from './menu-trigger.tsx'

/** A button with a list of actions behind it. */
export const Menu = (props: MenuProps) => <MenuButton {...props} load={load} panel={<MenuPanel {...props} />} />

type MenuButtonProps = Omit<MenuProps, 'items'> & {
  /** Fetches the code of the panel. */
  load: () => Promise<unknown>
  /** Button and open list, once it is wanted. */
  panel: ReactNode
}

/** The button of a menu; the code of its list is loaded when the pointer or the focus reaches it. */
export function MenuButton({ load, panel, ...look }: MenuButtonProps) {
  const [wanted, setWanted] = useState(false)
  const trigger = (
    <button
      {...menuTrigger(look)}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return trigger
  return <Suspense fallback={<Late>{trigger}</Late>}>{panel}</Suspense>
}

/** Says once that the list did not load; it opens by itself when it has. */
function Late({ children }: { children: ReactNode }) {
  const isLate = useIsLate()
  useEffect(() => {
    if (isLate) toast(m.ui_late_menu())
  }, [isLate])
  return children
}

const load = () => import('./menu-panel.tsx')
const MenuPanel = lazily(async () => (await load()).MenuPanel)
