import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BroadcastPreview } from '../../../contract/broadcast-shapes.ts'
import type { User } from '../../../contract/users.ts'
import { moneyText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { fansQuery } from '../../queries/audience.ts'
import { type BroadcastPreviewInput, broadcastPreviewQuery } from '../../queries/broadcasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { MediaTile } from '../../ui/media-tile.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'

type Written = Omit<BroadcastPreviewInput, 'fan_id'>

/** Opens the broadcast as the chosen fan would read it. */
export function PreviewAsFan({ written }: { written: Written }) {
  const [isOpen, setOpen] = useState(false)
  const isEmpty = written.content?.trim() === '' && written.media_ids?.length === 0
  return (
    <>
      <Button variant="ghost" disabledReason={isEmpty ? m.chat_nothing_to_send() : null} onClick={() => setOpen(true)}>
        <Icon name="eye" />
        {m.broadcasts_as_fan()}
      </Button>
      {isOpen && <PreviewSheet written={written} onClose={() => setOpen(false)} />}
    </>
  )
}

type PreviewSheetProps = { written: Written; onClose: () => void }

function PreviewSheet({ written, onClose }: PreviewSheetProps) {
  const [fan, setFan] = useState<User | null>(null)
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()} title={m.broadcasts_as_fan()}>
      {fan === null ? (
        <FanChoice onChoose={setFan} />
      ) : (
        <div className="flex flex-col gap-4">
          <div className="flex items-center gap-3">
            <Avatar user={fan} size="sm" />
            <bdi className="min-w-0 flex-1 truncate font-semibold">{fan.display_name ?? `@${fan.username}`}</bdi>
            <Button variant="ghost" onClick={() => setFan(null)}>
              {m.broadcasts_as_other()}
            </Button>
          </div>
          <AsFan input={{ ...written, fan_id: fan.id }} />
        </div>
      )}
    </Sheet>
  )
}

function FanChoice({ onChoose }: { onChoose: (fan: User) => void }) {
  const [q, setQ] = useState('')
  const { data, error } = useInfiniteQuery(fansQuery(q ? { q } : {}))
  const fans = data?.pages[0]?.data
  return (
    <div className="flex flex-col gap-3">
      <TypedSearch label={m.broadcasts_as_fan_search()} value={q} onChange={setQ} />
      {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      {!fans && !error && <SkeletonList rows={3} />}
      {fans?.length === 0 && <p className="text-ink-soft">{m.broadcasts_as_fan_none()}</p>}
      <ul className="divide-y divide-hairline">
        {fans?.slice(0, 20).map(({ user }) => (
          <li key={user.id}>
            <button
              type="button"
              onClick={() => onChoose(user)}
              className="flex min-h-14 w-full items-center gap-3 text-left hover:bg-sunken"
            >
              <Avatar user={user} size="sm" />
              <bdi className="truncate font-medium">{user.display_name ?? `@${user.username}`}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const reasons: Record<NonNullable<BroadcastPreview['left_out']>, () => string> = {
  off: m.broadcasts_not_off,
  owns: m.broadcasts_not_owns,
  waiting: m.broadcasts_not_waiting,
  weekly: m.broadcasts_not_weekly,
}

function AsFan({ input }: { input: BroadcastPreviewInput }) {
  const { data, error } = useQuery(broadcastPreviewQuery(input))
  if (error) return <ErrorLine>{errorMessage(error)}</ErrorLine>
  if (!data) return <SkeletonList rows={2} />
  const hasTwo = data.second_content !== null
  return (
    <>
      {data.left_out && (
        <p role="status" className="flex gap-2 rounded-control bg-sunken p-3 text-sm">
          <Icon name="info" className="size-5 shrink-0" />
          {reasons[data.left_out]()}
        </p>
      )}
      <div className="flex flex-col gap-2 rounded-media bg-sunken p-4">
        {data.content && <PreviewText label={hasTwo ? m.broadcasts_first_text() : null}>{data.content}</PreviewText>}
        {hasTwo && <PreviewText label={m.broadcasts_second_text()}>{data.second_content}</PreviewText>}
        {data.media.map((media) =>
          media.locked ? (
            <LockedTile key={media.id} media={media} price={null} />
          ) : (
            <MediaTile key={media.id} media={media} alt={m.chat_a_media()} />
          ),
        )}
        {data.price !== null && (
          <p className="font-semibold">{m.broadcasts_as_fan_price({ price: moneyText(data.price) })}</p>
        )}
      </div>
    </>
  )
}

/** A text, with which of two it is. */
function PreviewText({ label, children }: { label: string | null; children: ReactNode }) {
  return (
    <div>
      {label && <p className="font-semibold text-ink-soft text-sm">{label}</p>}
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</p>
    </div>
  )
}
