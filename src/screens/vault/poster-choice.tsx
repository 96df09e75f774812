import { clsx } from 'clsx'
import type { Media, PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { useChooseMediaPoster } from '../../queries/media.ts'
import { toast } from '../../stores/toasts.ts'
import { frameStyle } from '../../ui/film-strip.ts'
import { clock } from '../../ui/media-facts.ts'

type Frames = NonNullable<Media['strip']>

/** Frames of a film in a row, one of which stands for it. */
export function PosterChoice({ media, strip }: { media: PrivateMedia; strip: Frames }) {
  const { mutate, variables, isError } = useChooseMediaPoster(media.id)
  const chosen = (isError ? undefined : variables) ?? media.poster_at
  const moments = Array.from({ length: strip.count }, (_, at) => (at + 0.5) * strip.seconds)
  const choose = (moment: number) =>
    mutate(moment, { onSuccess: () => toast(m.vault_poster_chosen(), { type: 'success' }) })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold text-sm">{m.vault_poster()}</legend>
      <div className="no-scrollbar -mx-1 flex gap-1 overflow-x-auto p-1">
        {moments.map((moment) => {
          const isChosen = chosen !== null && Math.abs(chosen - moment) < strip.seconds / 2
          return (
            <button
              key={moment}
              type="button"
              aria-pressed={isChosen}
              aria-label={m.vault_poster_choose({ time: clock(moment) })}
              onClick={() => choose(moment)}
              className={clsx('shrink-0 rounded-control bg-sunken', isChosen && 'outline-3 outline-signal')}
              style={frameStyle(strip, moment)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
