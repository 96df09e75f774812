import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Focal, PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdateMedia } from '../../queries/media.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { cropPosition } from '../../ui/media-facts.ts'

/** Chooses what lists show of a picture that they crop, with a finger, the mouse or the arrow keys. */
export function FocalPoint({ media }: { media: PrivateMedia }) {
  const [isOpen, setOpen] = useState(false)
  const [point, setPoint] = useState(media.focal ?? middle)
  const { mutate, isPending } = useUpdateMedia(media.id)
  const save = (focal: Focal | null) =>
    mutate(
      { focal },
      {
        onSuccess: (saved) => {
          setPoint(saved.focal ?? middle)
          toast(m.vault_saved(), { type: 'success' })
        },
      },
    )
  if (!isOpen) {
    return (
      <Button className="self-start" onClick={() => setOpen(true)}>
        {m.vault_focal_choose()}
      </Button>
    )
  }
  return (
    <section aria-label={m.vault_focal()} className="flex flex-col gap-3">
      <h3 className="font-bold">{m.vault_focal()}</h3>
      <p id="focal-hint" className="text-ink-soft text-sm">
        {m.vault_focal_hint()}
      </p>
      <Target media={media} point={point} onMove={setPoint} />
      <div className="flex items-end gap-2">
        {[1, 4 / 5, 2].map((ratio) => (
          <img
            key={ratio}
            src={media.small ?? media.url ?? undefined}
            alt=""
            className="h-20 rounded-control object-cover"
            style={{ aspectRatio: ratio, objectPosition: cropPosition({ ...media, focal: point }, ratio) }}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isPending} onClick={() => save(point)}>
          {m.vault_save()}
        </Button>
        <Button variant="ghost" busy={isPending} onClick={() => save(null)}>
          {m.vault_focal_automatic()}
        </Button>
      </div>
    </section>
  )
}

type TargetProps = { media: PrivateMedia; point: Focal; onMove: (point: Focal) => void }

/** The whole picture with a ring on the point. To assistive technology it is a slider that knows two directions. */
function Target({ media, point, onMove }: TargetProps) {
  const byPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onMove(bounded({ x: ((event.clientX - left) / width) * 100, y: ((event.clientY - top) / height) * 100 }))
  }
  const byKey = (event: KeyboardEvent) => {
    const [x, y] = steps[event.key] ?? [0, 0]
    if (x === 0 && y === 0) return
    event.preventDefault()
    const size = event.shiftKey ? 1 : 5
    onMove(bounded({ x: point.x + x * size, y: point.y + y * size }))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={m.vault_focal()}
      aria-describedby="focal-hint"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={point.x}
      aria-valuetext={m.vault_focal_at(point)}
      onKeyDown={byKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        byPointer(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && byPointer(event)}
      className="relative mx-auto max-h-[50svh] cursor-crosshair touch-none overflow-hidden rounded-media"
      style={{ aspectRatio: `${media.width} / ${media.height}` }}
    >
      <img src={media.url ?? undefined} alt="" draggable={false} className="size-full object-contain" />
      <span
        aria-hidden
        className="-translate-1/2 pointer-events-none absolute size-10 rounded-full border-3 border-on-scrim shadow-[0_0_0_2px_var(--scrim)]"
        style={{ left: `${point.x}%`, top: `${point.y}%` }}
      />
    </div>
  )
}

const middle: Focal = { x: 50, y: 50 }

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const bounded = ({ x, y }: Focal): Focal => {
  const percent = (it: number) => Math.round(Math.min(100, Math.max(0, it)))
  return { x: percent(x), y: percent(y) }
}
