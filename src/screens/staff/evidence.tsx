import { useState } from 'react'
import type { Media } from '../../../contract/media.ts'
import type { StaffReport } from '../../../contract/staff.ts'
import { m } from '../../paraglide/messages.js'
import { useLookAtReport } from '../../queries/staff.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MediaTile } from '../../ui/media-tile.tsx'
import { RefusalMessage } from '../account/section.tsx'

/** What was reported: nothing before a press, which is logged, and each media blurred until it is tapped. */
export function Evidence({ report }: { report: StaffReport }) {
  const { mutate, data, error, isPending } = useLookAtReport()
  if (!data)
    return (
      <div className="flex flex-col gap-2">
        <Button className="self-start" busy={isPending} onClick={() => mutate(report.id)}>
          <Icon name="eye" />
          {m.staff_look()}
        </Button>
        <p className="text-ink-soft text-sm">{m.staff_look_hint()}</p>
        <RefusalMessage error={error} />
      </div>
    )
  const isNothing = data.media.length === 0 && !data.text
  return (
    <section aria-label={m.staff_reported()} className="flex flex-col gap-3">
      {isNothing && <p className="text-ink-soft">{m.staff_look_nothing()}</p>}
      {data.text && report.evidence === null && (
        <blockquote className="wrap-anywhere whitespace-pre-line rounded-control border-hairline border-l-4 bg-sunken p-3">
          {data.text}
        </blockquote>
      )}
      {data.media.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {data.media.map((media) => (
            <Covered key={media.id} media={media} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Reported media stay blurred until the staff member asks for them. */
function Covered({ media }: { media: Media }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen)
    return (
      <li>
        <MediaTile media={media} alt={m.staff_reported()} />
      </li>
    )
  return (
    <li>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="relative flex aspect-square w-full items-end justify-center overflow-hidden rounded-media bg-sunken p-3"
      >
        {media.preview && (
          <img src={media.preview} alt="" className="absolute inset-0 size-full scale-125 object-cover blur-xl" />
        )}
        <span className="relative rounded-full bg-scrim/75 px-3 py-1.5 font-medium text-on-scrim text-sm">
          {m.staff_uncover()}
        </span>
      </button>
    </li>
  )
}
