import { m } from '../../paraglide/messages.js'
import { closeSafety, type useSafety } from '../../stores/safety.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { useBlockWithUndo } from './use-block-with-undo.ts'

type BlockSheetProps = { person: NonNullable<ReturnType<typeof useSafety.getState>['block']> }

/** Says what a block does before it is done. */
export function BlockSheet({ person }: BlockSheetProps) {
  const { block, isPending, error } = useBlockWithUndo(person)
  return (
    <ConfirmSheet
      open
      onClose={closeSafety}
      title={m.block_title({ name: `@${person.username}` })}
      confirm={m.profile_block()}
      onConfirm={() => void block().then(closeSafety, () => undefined)}
      busy={isPending}
      error={error}
    >
      {m.block_text()}
    </ConfirmSheet>
  )
}
