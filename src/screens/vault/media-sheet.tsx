import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { useRemoveMedia } from '../../queries/media.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { mediaFacts } from '../../ui/media-facts.ts'
import { MediaTile } from '../../ui/media-tile.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { MediaLabels } from './media-labels.tsx'
import { mediaName } from './media-name.ts'
import { MediaUses } from './media-uses.tsx'
import { reasonText } from './reason-text.ts'

/** One media from close: itself, its labels, where it is used, and how to part with it. */
export function MediaSheet({ media, onClose }: { media: PrivateMedia | null; onClose: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  const close = () => {
    setConfirming(false)
    onClose()
  }
  if (!media) return null
  return (
    <Sheet
      open
      onOpenChange={close}
      title={isConfirming ? m.vault_delete_title() : mediaName(media)}
      description={isConfirming ? m.vault_delete_text() : mediaFacts(media)}
      actions={
        isConfirming ? (
          <Deleting media={media} onKeep={() => setConfirming(false)} onGone={close} />
        ) : (
          <AuditLog media={media} onDelete={() => setConfirming(true)} />
        )
      }
    >
      {!isConfirming && (
        <div className="flex flex-col gap-6">
          {media.url && <MediaTile media={media} alt={mediaName(media)} className="rounded-media" />}
          {media.state === 'failed' ? (
            <p className="font-medium text-rust-text">{m.upload_failed({ reason: reasonText(media.reason) })}</p>
          ) : (
            <>
              <MediaLabels key={media.id} media={media} />
              <MediaUses id={media.id} />
            </>
          )}
        </div>
      )}
    </Sheet>
  )
}

function AuditLog({ media, onDelete }: { media: PrivateMedia; onDelete: () => void }) {
  return (
    <>
      <Button variant="ghost" onClick={onDelete}>
        {m.vault_delete()}
      </Button>
      {media.state === 'ready' && (
        <Link to="/upload" search={{ step: 'post', media: media.id }} className={buttonClasses({ variant: 'primary' })}>
          {m.vault_post_it()}
        </Link>
      )}
    </>
  )
}

function Deleting({ media, onKeep, onGone }: { media: PrivateMedia; onKeep: () => void; onGone: () => void }) {
  const { mutate, isPending } = useRemoveMedia(media.id)
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast(m.vault_deleted(), { type: 'success' })
        onGone()
      },
    })
  return (
    <>
      <Button onClick={onKeep}>{m.vault_delete_keep()}</Button>
      <Button variant="danger" busy={isPending} onClick={remove}>
        {m.vault_delete()}
      </Button>
    </>
  )
}
