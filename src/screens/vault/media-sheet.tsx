import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { useRemoveMedia } from '../../queries/media.ts'
import { openLightbox } from '../../stores/lightbox.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { captionsName } from '../../ui/captions-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { mediaFacts } from '../../ui/media-facts.ts'
import { MediaTile } from '../../ui/media-tile.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { DownloadChoice } from './download-choice.tsx'
import { FocalPoint } from './focal-point.tsx'
import { MakingSizes } from './making-sizes.tsx'
import { MediaLabels } from './media-labels.tsx'
import { mediaName } from './media-name.ts'
import { MediaUses } from './media-uses.tsx'
import { PosterChoice } from './poster-choice.tsx'
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
          {media.url && (
            <MediaTile
              media={media}
              alt={mediaName(media)}
              onOpen={() => showInFull(media, close)}
              className="rounded-media"
            />
          )}
          {media.state === 'failed' ? (
            <p className="font-medium text-rust-text">{m.upload_failed({ reason: reasonText(media.reason) })}</p>
          ) : (
            <>
              <MakingSizes id={media.id} making={media.making} />
              {media.strip && <PosterChoice key={`poster ${media.id}`} media={media} strip={media.strip} />}
              {media.reason === 'first_frame' && <p className="text-ink-soft text-sm">{m.upload_first_frame()}</p>}
              {media.type === 'IMAGE' && media.state === 'ready' && (
                <FocalPoint key={`focal ${media.id}`} media={media} />
              )}
              <MediaLabels key={media.id} media={media} />
              {media.type !== 'IMAGE' && <CaptionsLink media={media} />}
              <DownloadChoice media={media} />
              <MediaUses id={media.id} />
            </>
          )}
        </div>
      )}
    </Sheet>
  )
}

/** The sheet would keep the focus from the lightbox, so it closes first. */
function showInFull(media: PrivateMedia, close: () => void): void {
  close()
  openLightbox({ name: `vault ${media.id}`, items: [{ media, alt: mediaName(media) }] }, media.id)
}

/** What captions there are, and the way to write them. */
function CaptionsLink({ media }: { media: PrivateMedia }) {
  const languages = media.captions.map(captionsName).join(', ')
  return (
    <Link
      to="/settings/captions/$id"
      params={{ id: media.id }}
      className={buttonClasses({ variant: 'secondary', className: 'self-start' })}
    >
      <Icon name="file-text" className="size-5" />
      {languages ? m.vault_captions_in({ languages }) : m.vault_captions()}
    </Link>
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
