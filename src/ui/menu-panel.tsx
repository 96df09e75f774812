import { clsx } from 'clsx'
import { DropdownMenu } from 'radix-ui'
import { Icon } from './icon.tsx'
import { type MenuProps, menuTrigger } from './menu-trigger.tsx'

/** The list of `Menu`, in a file of its own so that it is loaded on first use; it opens as soon as it is there. */
export function MenuPanel(props: MenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger {...menuTrigger(props)} />
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={leaveFocus}
          className="z-50 min-w-52 max-w-80 animate-fade rounded-control border border-hairline bg-raised p-1 shadow-sheet"
        >
          {props.items.map(({ label, icon, onSelect, danger, disabledReason }) => (
            <DropdownMenu.Item
              key={label}
              disabled={Boolean(disabledReason)}
              onSelect={onSelect}
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
