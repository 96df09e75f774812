import { DropdownMenu } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { MenuList } from './menu-list.tsx'
import type { MenuItem } from './menu-trigger.tsx'
import { useOverlay } from './use-overlay.ts'

type PressedMenuProps = {
  label: string
  items: readonly MenuItem[]
  align: 'start' | 'end'
  /** What stands above the items. */
  children?: ReactNode
  /** The button that opens it too; it gets the focus back. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The menu of what it stands in, which a long press or a right click has opened (`useLongPress`); the page behind it is dimmed. */
export function PressedMenu({ label, items, align, children, opener, onClose }: PressedMenuProps) {
  useOverlay({ open: true, close: onClose })
  const giveBack = (event: Event) => {
    event.preventDefault()
    const { activeElement } = document
    const isTaken = activeElement !== document.body && !activeElement?.matches('[role^=menu], [role^=menu] *')
    if (!isTaken) opener.current?.focus({ preventScroll: true })
  }
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0">
          <span className="sr-only">{label}</span>
        </span>
      </DropdownMenu.Trigger>
      {createPortal(<div className="fixed inset-0 z-40 animate-fade bg-scrim/25" />, document.body)}
      <MenuList items={items} align={align} onCloseAutoFocus={giveBack}>
        {children}
      </MenuList>
    </DropdownMenu.Root>
  )
}
