import { useState } from 'react'
import type { Album } from '../../../contract/albums.ts'
import { m } from '../../paraglide/messages.js'
import { useMoveAlbum, useRemoveAlbum, useUpdateAlbum } from '../../queries/albums.ts'
import { toast } from '../../stores/toasts.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EditAlbum } from './edit-album.tsx'

type AlbumMenuProps = {
  album: Album
  /** Its place among the albums can be changed where they are seen. */
  isListed?: boolean
  onRemoved?: () => void
}

/** What a creator does with an album of theirs. */
export function AlbumMenu({ album, isListed = false, onRemoved }: AlbumMenuProps) {
  const [sheet, setSheet] = useState<'edit' | 'remove' | null>(null)
  const { mutate: move } = useMoveAlbum()
  const step = (label: string, direction: 'up' | 'down' | 'first') => ({
    label,
    onSelect: () => move({ id: album.id, direction }),
  })
  const close = () => setSheet(null)
  return (
    <>
      <Menu
        label={m.albums_more({ name: album.name })}
        items={[
          { label: m.albums_edit(), icon: 'pencil', onSelect: () => setSheet('edit') },
          ...(isListed
            ? [step(m.albums_up(), 'up'), step(m.albums_down(), 'down'), step(m.albums_first(), 'first')]
            : []),
          { label: m.albums_delete(), icon: 'trash', danger: true, onSelect: () => setSheet('remove') },
        ]}
      />
      {sheet === 'edit' && <Edit album={album} onClose={close} />}
      <Remove album={album} open={sheet === 'remove'} onClose={close} onRemoved={onRemoved} />
    </>
  )
}

function Edit({ album, onClose }: { album: Album; onClose: () => void }) {
  const { mutate, isPending, error } = useUpdateAlbum()
  return (
    <EditAlbum
      title={m.albums_edit()}
      texts={album}
      save={m.chat_save()}
      busy={isPending}
      error={error}
      onClose={onClose}
      onSave={(texts) => mutate({ id: album.id, ...texts }, { onSuccess: onClose })}
    />
  )
}

type RemoveProps = { album: Album; open: boolean; onClose: () => void; onRemoved: (() => void) | undefined }

/** Asks before an album goes: its order cannot be brought back. */
function Remove({ album, open, onClose, onRemoved }: RemoveProps) {
  const { mutate, isPending, error } = useRemoveAlbum()
  const remove = () =>
    mutate(album.id, {
      onSuccess: () => {
        toast(m.albums_deleted(), { type: 'success' })
        onClose()
        onRemoved?.()
      },
    })
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={m.albums_delete_title({ name: album.name })}
      confirm={m.albums_delete()}
      cancel={m.ui_keep()}
      busy={isPending}
      error={error}
      onConfirm={remove}
    >
      {album.posts === 0 ? m.albums_delete_text_empty() : m.albums_delete_text({ count: album.posts })}
    </ConfirmSheet>
  )
}
