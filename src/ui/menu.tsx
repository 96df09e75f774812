import { lazy, Suspense, useState } from 'react'
import { type MenuProps, menuTrigger } from './menu-trigger.tsx'

/**
 * A button with a list of actions behind it. The code of the list is loaded when the pointer or the focus reaches it.
 */
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

const load = () => import('./menu-panel.tsx')
const MenuPanel = lazy(async () => ({ default: (await load()).MenuPanel }))
