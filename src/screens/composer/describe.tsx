import { useState } from 'react'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdateMedia } from '../../queries/media.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { DescriptionField } from '../vault/description-field.tsx'
import { mediaName } from '../vault/media-name.ts'

/** Says whether a file of the post is described, and opens the sheet where it is. */
export function Describe({ media, disabledReason }: { media: PrivateMedia; disabledReason: string | null }) {
  const [open, setOpen] = useState(false)
  const isDescribed = media.description !== null
  return (
    <>
      <Button size="sm" variant="ghost" wide disabledReason={disabledReason} onClick={() => setOpen(true)}>
        <Icon name={isDescribed ? 'check' : 'pencil'} className="size-4" />
        <span>
          {isDescribed ? m.composer_described() : m.composer_describe()}
          <span className="sr-only"> {mediaName(media)}</span>
        </span>
      </Button>
      {open && <DescribeSheet media={media} onClose={() => setOpen(false)} />}
    </>
  )
}

/** No form of its own: what is sent inside of the composer's would publish the post. */
function DescribeSheet({ media, onClose }: { media: PrivateMedia; onClose: () => void }) {
  const [written, setWritten] = useState(media.description ?? '')
  const { mutate, isPending } = useUpdateMedia(media.id)
  const save = () =>
    mutate(
      { description: written.trim() || null },
      {
        onSuccess: () => {
          toast(m.vault_saved(), { type: 'success' })
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={mediaName(media)}
      held={isPending}
      actions={
        <Button variant="primary" busy={isPending} onClick={save}>
          {m.vault_save()}
        </Button>
      }
    >
      <DescriptionField value={written} onChange={(event) => setWritten(event.target.value)} />
    </Sheet>
  )
}
