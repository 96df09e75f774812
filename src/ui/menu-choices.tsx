import { DropdownMenu } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { primaryOnly } from './menu-list.tsx'

type MenuChoice = { label: string; shown: ReactNode; isChosen: boolean; onSelect: () => void }
type MenuChoicesProps = { choices: readonly MenuChoice[]; disabledReason?: string | null }

/** Choices in a row above the items of a menu, of which one may be chosen. The arrows to the sides move between them. */
export function MenuChoices({ choices, disabledReason = null }: MenuChoicesProps) {
  return (
    <>
      <div className="flex justify-between border-hairline border-b pb-1">
        {choices.map(({ label, shown, isChosen, onSelect }) => (
          <DropdownMenu.CheckboxItem
            key={label}
            aria-label={label}
            title={label}
            checked={isChosen}
            disabled={disabledReason !== null}
            onSelect={onSelect}
            onKeyDown={step}
            onPointerUp={primaryOnly}
            className="choice"
          >
            {shown}
          </DropdownMenu.CheckboxItem>
        ))}
      </div>
      {disabledReason && <p className="px-3 py-2 text-ink-soft text-xs">{disabledReason}</p>}
    </>
  )
}

function step(event: KeyboardEvent): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const { activeElement } = document
  const beside = event.key === 'ArrowRight' ? activeElement?.nextElementSibling : activeElement?.previousElementSibling
  if (!(beside instanceof HTMLElement)) return
  event.preventDefault()
  beside.focus()
}
