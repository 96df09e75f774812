import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { BroadcastCopy } from '../../../contract/broadcast-shapes.ts'
import { m } from '../../paraglide/messages.js'
import {
  type BroadcastPreviewInput,
  broadcastCopyQuery,
  useRemoveBroadcastCopy,
  useSendBroadcastCopy,
} from '../../queries/broadcasts.ts'
import { toast } from '../../stores/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { MediaTile } from '../../ui/media-tile.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { LinkedText } from '../chat/linked-text.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** Sends what is being written to its author alone, as a fan would receive it (product §88). */
export function CopyToSelf({ written }: { written: Omit<BroadcastPreviewInput, 'fan_id'> }) {
  const isActing = useViewer()?.acting_as != null
  const { mutate, isPending } = useSendBroadcastCopy()
  const isEmpty = written.content === '' && written.media_ids?.length === 0
  const { skip_waiting: _, ...copied } = written
  const send = () =>
    mutate(copied, {
      onSuccess: () => {
        toast(isActing ? m.broadcasts_copy_sent_here() : m.broadcasts_copy_sent(), { type: 'success' })
        scrollTo({ top: 0 })
      },
    })
  return (
    <Button variant="ghost" busy={isPending} disabledReason={isEmpty ? m.chat_nothing_to_send() : null} onClick={send}>
      <Icon name="send" />
      {m.broadcasts_copy()}
    </Button>
  )
}

/** What the viewer sent to themselves last, as a fan's channel shows it; nothing can be bought there. */
export function OwnCopy() {
  const { data } = useQuery(broadcastCopyQuery)
  const { mutate, isPending } = useRemoveBroadcastCopy()
  const copy = data?.copy
  if (!copy) return null
  const second = copy.second_content
  return (
    <section aria-labelledby="own-copy" className="flex flex-col gap-4 border-hairline border-b px-4 py-6 sm:px-6">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1">
          <h2 id="own-copy" className="font-semibold">
            {m.broadcasts_copy_title()}
          </h2>
          <p className="text-ink-soft text-sm">{m.broadcasts_copy_hint()}</p>
        </div>
        <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate()}>
          {m.broadcasts_copy_remove()}
        </Button>
      </div>
      <div className={clsx('grid items-start gap-4', second !== null && 'sm:grid-cols-2')}>
        <Received copy={copy} text={copy.content} />
        {second !== null && <Received copy={copy} text={second} />}
      </div>
    </section>
  )
}

function Received({ copy: { sender, sent_at: at, media, price }, text }: { copy: BroadcastCopy; text: string }) {
  return (
    <article className="flex flex-col gap-3 rounded-media bg-sunken p-4">
      <header className="flex min-h-11 items-center gap-3">
        <Avatar user={sender} />
        <span className="min-w-0">
          <bdi className="block truncate font-semibold">{sender.display_name || `@${sender.username}`}</bdi>
          <TimeAgo at={at} className="text-ink-soft text-sm" />
        </span>
      </header>
      {text && <LinkedText text={text} className="whitespace-pre-wrap [overflow-wrap:anywhere]" />}
      {media.length > 0 && (
        <div className={media.length === 1 ? '' : 'grid grid-cols-2 gap-0.5 overflow-hidden rounded-media'}>
          {media.map((it) =>
            it.locked ? (
              // The button that a fan would press; here it says that nothing is sold.
              <LockedTile
                key={it.id}
                media={it}
                price={price}
                square={media.length > 1}
                onUnlock={() => undefined}
                disabledReason={m.broadcasts_copy_not_sold()}
              />
            ) : (
              <MediaTile
                key={it.id}
                media={it}
                square={media.length > 1 && it.type !== 'SOUND'}
                alt={m.chat_a_media()}
                {...(it.type === 'SOUND' && { className: 'col-span-2' })}
              />
            ),
          )}
        </div>
      )}
    </article>
  )
}
