import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { MenuList } from './menu-list.tsx'
import { type MenuProps, menuTrigger } from './menu-trigger.tsx'
import { useOverlay } from './use-overlay.ts'

/** The list of `Menu`, in a file of its own so that it is loaded on first use; it opens as soon as it is there. */
export function MenuPanel(props: MenuProps) {
  const [isOpen, setIsOpen] = useState(true)
  useOverlay({ open: isOpen, close: () => setIsOpen(false) })
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setIsOpen} modal={false}>
      <DropdownMenu.Trigger {...menuTrigger(props)} />
      <MenuList items={props.items} onCloseAutoFocus={leaveFocus} />
    </DropdownMenu.Root>
  )
}

/** Back to the button, unless what was chosen has taken the focus to where one goes on. */
function leaveFocus(event: Event): void {
  const menu = event.currentTarget
  const { activeElement } = document
  const isFree = activeElement === null || activeElement === document.body
  if (!isFree && !(menu instanceof Node && menu.contains(activeElement))) event.preventDefault()
}
