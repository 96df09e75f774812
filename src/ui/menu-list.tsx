import { clsx } from 'clsx'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { MenuItem } from './menu-trigger.tsx'

type MenuListProps = {
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  /** What stands above the items. */
  children?: ReactNode
  onCloseAutoFocus: (event: Event) => void
}

/** The list of a menu over the page, beside what opened it. */
export function MenuList({ items, align = 'end', children, onCloseAutoFocus }: MenuListProps) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align={align}
        sideOffset={4}
        collisionPadding={12}
        onCloseAutoFocus={onCloseAutoFocus}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-[min(20rem,var(--radix-dropdown-menu-content-available-width))] animate-fade overflow-y-auto rounded-control border border-hairline bg-raised p-1 shadow-sheet"
      >
        {children}
        {items.map(({ label, icon, onSelect, danger, disabledReason }) => (
          <DropdownMenu.Item
            key={label}
            disabled={Boolean(disabledReason)}
            onSelect={onSelect}
            onPointerUp={primaryOnly}
            className={clsx(
              'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-[6px] px-3 py-2 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-sunken data-disabled:text-ink-faint',
              danger && 'text-rust-text',
            )}
          >
            {icon && <Icon name={icon} className="size-4" />}
            <span>
              {label}
              {disabledReason && <span className="block text-xs">{disabledReason}</span>}
            </span>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}

/** The button of the mouse that opened the menu chooses nothing when it is let go over it. */
export const primaryOnly = (event: { button: number; preventDefault: () => void }): void => {
  if (event.button !== 0) event.preventDefault()
}
