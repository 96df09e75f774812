import { useState } from 'react'
import type { VaultChange } from '../../../contract/vault.ts'
import type { GridFilter } from '../../lib/vault-search.ts'
import { m } from '../../paraglide/messages.js'
import { useChangeVault, useUndoVaultChange } from '../../queries/vault.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { FolderSheet, TagSheet } from './bulk-sheets.tsx'
import { choiceOf, countOf, type Selection } from './selection.ts'

type BulkBarProps = {
  selection: Selection
  filter: GridFilter
  /** How many media the filter matches. */
  all: number
  onSelectAll: () => void
  onClear: () => void
}

/** What can be done with the selected media. Everything but erasing can be undone for a while. */
export function BulkBar({ selection, filter, all, onSelectAll, onClear }: BulkBarProps) {
  const [sheet, setSheet] = useState<'move' | 'tag' | 'delete' | 'erase' | null>(null)
  const { change, isPending, tooMany } = useBulk(selection, filter, () => {
    setSheet(null)
    onClear()
  })
  const count = countOf(selection)
  const close = () => setSheet(null)
  return (
    <div
      role="toolbar"
      aria-label={m.vault_selection()}
      className="flex shrink-0 flex-wrap items-center gap-2 border-hairline border-t bg-raised px-4 py-2 sm:px-6"
    >
      <Button variant="ghost" size="icon" aria-label={m.vault_select_end()} onClick={onClear}>
        <Icon name="x" className="size-5" />
      </Button>
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {m.vault_selected({ count })}
      </p>
      {count < all && <Button onClick={onSelectAll}>{m.vault_select_all({ count: all })}</Button>}
      {count > 0 && filter.place !== 'trash' && (
        <>
          <Button disabledReason={tooMany} onClick={() => setSheet('move')}>
            <Icon name="folder" className="size-5" />
            <span className="max-sm:sr-only">{m.vault_move()}</span>
          </Button>
          <Button disabledReason={tooMany} onClick={() => setSheet('tag')}>
            <Icon name="tag" className="size-5" />
            <span className="max-sm:sr-only">{m.vault_tags()}</span>
          </Button>
          <Button disabledReason={tooMany} onClick={() => setSheet('delete')}>
            <Icon name="trash" className="size-5" />
            <span className="max-sm:sr-only">{m.vault_delete()}</span>
          </Button>
        </>
      )}
      {count > 0 && filter.place === 'trash' && (
        <>
          <Button
            variant="primary"
            busy={isPending}
            disabledReason={tooMany}
            onClick={() => change({ act: 'restore' })}
          >
            <Icon name="undo-2" className="size-5" />
            <span className="max-sm:sr-only">{m.vault_restore()}</span>
          </Button>
          <Button disabledReason={tooMany} onClick={() => setSheet('erase')}>
            {m.vault_erase()}
          </Button>
        </>
      )}
      {sheet === 'move' && (
        <FolderSheet
          title={m.vault_move_title({ count })}
          busy={isPending}
          onClose={close}
          onSave={(folder) => change({ act: 'move', folder })}
        />
      )}
      {sheet === 'tag' && <TagSheet busy={isPending} onClose={close} onTag={(act, tags) => change({ act, tags })} />}
      {(sheet === 'delete' || sheet === 'erase') && (
        <ConfirmSheet
          open
          title={sheet === 'delete' ? m.vault_delete_many({ count }) : m.vault_erase_many({ count })}
          confirm={sheet === 'delete' ? m.vault_delete() : m.vault_erase()}
          cancel={m.vault_delete_keep()}
          busy={isPending}
          onClose={close}
          onConfirm={() => change({ act: sheet })}
        >
          {sheet === 'delete' ? m.vault_delete_text() : m.vault_erase_text()}
        </ConfirmSheet>
      )}
    </div>
  )
}

type Act =
  | { act: 'move'; folder: string | null }
  | { act: 'tag' | 'untag'; tags: string[] }
  | { act: 'delete' | 'restore' | 'erase' }

/** Changes the selection and says what has become of it, with a way back. */
function useBulk(selection: Selection, filter: GridFilter, onDone: () => void) {
  const { mutate, isPending } = useChangeVault()
  const showChange = useShowChange()
  const choice = choiceOf(selection, filter)
  const change = (act: Act) => {
    if (choice === null) return
    mutate(
      { ...act, choice },
      {
        onSuccess: (done) => {
          onDone()
          showChange(done, acts[act.act]({ count: done.changed }))
        },
      },
    )
  }
  return { change, isPending, tooMany: choice === null ? m.vault_too_many() : null }
}

/** Says what a change did, for ten seconds with a button that undoes it. */
export function useShowChange(): (done: VaultChange, message: string) => void {
  const { mutateAsync } = useUndoVaultChange()
  return ({ undo, skipped }, message) => {
    const text = skipped > 0 ? `${message} ${m.vault_skipped({ count: skipped })}` : message
    // The bar is gone by then, and with it the callbacks of `mutate`; an error is shown as that of every mutation.
    const takeBack = (handle: string) =>
      mutateAsync(handle).then(
        ({ changed }) => toast(m.vault_undone({ count: changed }), { type: 'success' }),
        () => undefined,
      )
    if (undo === null) toast(text, { type: 'success' })
    else toastWithUndo(text, () => takeBack(undo))
  }
}
const acts = {
  move: m.vault_moved,
  tag: m.vault_tagged,
  untag: m.vault_untagged,
  delete: m.vault_deleted_many,
  restore: m.vault_restored,
  erase: m.vault_erased,
}
