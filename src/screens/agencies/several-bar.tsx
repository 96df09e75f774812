import { useState } from 'react'
import type { GrantPair } from '../../../contract/agency-shapes.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SeveralSheet } from './several-sheet.tsx'

type SeveralBarProps = {
  agencyId: string
  chosen: readonly GrantPair[]
  /** All that are shown, where they can be set together. */
  all: readonly GrantPair[] | null
  /** Null ends the choice. */
  onChoose: (chosen: readonly GrantPair[] | null) => void
}

/** How many are chosen, and the way to set their rights. */
export function SeveralBar({ agencyId, chosen, all, onChoose }: SeveralBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div
      role="toolbar"
      aria-label={m.agencies_several()}
      className="sticky bottom-(--tabs) z-10 flex flex-wrap items-center gap-2 border-hairline border-t bg-raised px-4 py-2 md:bottom-0 sm:px-6"
    >
      <Button variant="ghost" size="icon" aria-label={m.vault_select_end()} onClick={() => onChoose(null)}>
        <Icon name="x" className="size-5" />
      </Button>
      <p role="status" className="mr-auto font-semibold text-sm tabular-nums">
        {chosen.length === 0 ? m.agencies_several_hint() : m.agencies_several_chosen({ count: chosen.length })}
      </p>
      {all && <Button onClick={() => onChoose(all)}>{m.agencies_several_all({ count: all.length })}</Button>}
      <Button
        variant="primary"
        disabledReason={chosen.length === 0 ? m.agencies_several_hint() : null}
        onClick={() => setIsOpen(true)}
      >
        {m.agencies_several_set()}
      </Button>
      {isOpen && (
        <SeveralSheet
          agencyId={agencyId}
          chosen={chosen}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false)
            onChoose(null)
          }}
        />
      )}
    </div>
  )
}
