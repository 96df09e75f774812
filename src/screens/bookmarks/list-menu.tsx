import { type FormEvent, useId, useState } from 'react'
import type { BookmarkList } from '../../../contract/bookmark-lists.ts'
import { bookmarkListNameLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useRemoveBookmarkList, useUpdateBookmarkList } from '../../queries/bookmarks.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type ListMenuProps = { list: BookmarkList; onRemoved: () => void }

/** Renames a list of bookmarks, or deletes it after a question. */
export function ListMenu({ list, onRemoved }: ListMenuProps) {
  const [sheet, setSheet] = useState<'rename' | 'remove' | null>(null)
  const close = () => setSheet(null)
  return (
    <>
      <Menu
        label={m.bookmark_lists_more({ name: list.name })}
        items={[
          { label: m.bookmark_lists_rename(), icon: 'pencil', onSelect: () => setSheet('rename') },
          { label: m.bookmark_lists_delete(), icon: 'trash', danger: true, onSelect: () => setSheet('remove') },
        ]}
      />
      {sheet === 'rename' && <Rename list={list} onClose={close} />}
      <Remove list={list} open={sheet === 'remove'} onClose={close} onRemoved={onRemoved} />
    </>
  )
}

function Rename({ list, onClose }: { list: BookmarkList; onClose: () => void }) {
  const form = useId()
  const { mutate, isPending, error } = useUpdateBookmarkList()
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    mutate({ id: list.id, name }, { onSuccess: onClose })
  }
  const save = (
    <Button type="submit" form={form} variant="primary" busy={isPending}>
      {m.chat_save()}
    </Button>
  )
  return (
    <Sheet open onOpenChange={onClose} title={m.bookmark_lists_rename()} held={isPending} actions={save}>
      <form id={form} onSubmit={rename}>
        <Field label={m.bookmark_lists_name()} error={error ? errorMessage(error) : null}>
          <Input name="name" defaultValue={list.name} maxLength={bookmarkListNameLength} autoComplete="off" required />
        </Field>
      </form>
    </Sheet>
  )
}

function Remove({ list, open, onClose, onRemoved }: ListMenuProps & { open: boolean; onClose: () => void }) {
  const { mutate, isPending, error } = useRemoveBookmarkList()
  const remove = () =>
    mutate(list.id, {
      onSuccess: () => {
        toast(m.bookmark_lists_deleted(), { type: 'success' })
        onClose()
        onRemoved()
      },
    })
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={m.bookmark_lists_delete_title({ name: list.name })}
      confirm={m.bookmark_lists_delete()}
      cancel={m.ui_keep()}
      busy={isPending}
      error={error}
      onConfirm={remove}
    >
      {m.bookmark_lists_delete_text()}
    </ConfirmSheet>
  )
}
