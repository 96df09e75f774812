import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { useRenameFolder } from '../../queries/vault.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useShowChange } from './bulk-bar.tsx'
import { FolderSheet } from './bulk-sheets.tsx'

/** Renames the folder that is shown. */
export function FolderRename({ folder, onRenamed }: { folder: string; onRenamed: (folder: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending } = useRenameFolder()
  const showChange = useShowChange()
  const rename = (to: string | null) => {
    if (to === null || to === folder) return setIsOpen(false)
    mutate(
      { folder, to },
      {
        onSuccess: (done) => {
          setIsOpen(false)
          onRenamed(to)
          showChange(done, m.vault_renamed({ name: to }))
        },
      },
    )
  }
  return (
    <>
      <Button size="icon" aria-label={m.vault_rename()} onClick={() => setIsOpen(true)}>
        <Icon name="pencil" className="size-5" />
      </Button>
      {isOpen && (
        <FolderSheet
          title={m.vault_rename()}
          folder={folder}
          required
          busy={isPending}
          onClose={() => setIsOpen(false)}
          onSave={rename}
        />
      )}
    </>
  )
}
