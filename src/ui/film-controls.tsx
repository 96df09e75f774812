import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { languageName } from '../lib/language-name.ts'
import { languageTag } from '../lib/money.ts'
import { savedSpeed, saveSpeed, speeds } from '../lib/playing.ts'
import { m } from '../paraglide/messages.js'
import { toggleFullscreen, togglePlay } from './film-keys.ts'
import { FilmSeek } from './film-seek.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { clock } from './media-facts.ts'
import { TranscriptButton } from './transcript-button.tsx'
import { type PlayerState, showCaptions } from './use-player.ts'

type FilmControlsProps = {
  media: Media
  state: PlayerState
  video: RefObject<HTMLVideoElement | null>
  around: RefObject<HTMLElement | null>
  /** The sizes to choose from, which the connection chooses otherwise. */
  sizes: { id: string; lines: number }[]
  chosen: string
  choose: (id: string) => void
  isShown: boolean
}

/** The controls of a film, over its picture: what is chosen once above, what is used often below. */
export function FilmControls({ media, state, video, around, sizes, chosen, choose, isShown }: FilmControlsProps) {
  const { isPaused, isMuted, at, length } = state
  const act = (run: (element: HTMLVideoElement) => void) => () => video.current && run(video.current)
  return (
    <div
      data-controls
      className={clsx(
        'pointer-events-none absolute inset-0 flex flex-col justify-between text-on-scrim transition-opacity has-[:focus-visible]:opacity-100',
        // What is not seen is not pressed.
        isShown ? '[&>*]:pointer-events-auto' : 'opacity-0',
      )}
    >
      <div className="flex flex-wrap gap-1 self-start p-1 pr-14">
        <Choices media={media} state={state} video={video} sizes={sizes} chosen={chosen} choose={choose} />
      </div>
      <div
        onPointerDown={(event) => event.stopPropagation()}
        className="bg-gradient-to-t from-scrim/80 to-transparent px-2 pt-6"
      >
        <FilmSeek
          at={at}
          length={length}
          strip={media.strip}
          onSeek={(seconds) => video.current && Object.assign(video.current, { currentTime: seconds })}
        />
        <div className="-mt-2 flex items-center">
          <Act
            icon={isPaused ? 'play' : 'pause'}
            label={isPaused ? m.ui_play() : m.ui_pause()}
            onClick={act(togglePlay)}
          />
          <span className="hidden px-1 text-xs tabular-nums @[16rem]:inline">
            {clock(at)} / {clock(length)}
          </span>
          <span className="flex-1" />
          <Act
            icon={isMuted ? 'volume-x' : 'volume-2'}
            label={isMuted ? m.ui_unmute() : m.ui_mute()}
            onClick={act((element) => Object.assign(element, { muted: !element.muted }))}
          />
          {document.pictureInPictureEnabled && (
            <Act
              icon="picture-in-picture-2"
              label={m.ui_picture_in_picture()}
              onClick={act(togglePictureInPicture)}
              className="max-[20rem]:hidden"
            />
          )}
          <Act
            icon="maximize"
            label={m.ui_fullscreen()}
            onClick={act((element) => around.current && toggleFullscreen(around.current, element))}
          />
        </div>
      </div>
    </div>
  )
}

type ChoicesProps = Pick<FilmControlsProps, 'media' | 'state' | 'video' | 'sizes' | 'chosen' | 'choose'>

/** Size, speed and captions in the browser's own lists, which also open over a film that fills the screen. */
function Choices({ media, state, video, sizes, chosen, choose }: ChoicesProps) {
  const [speed, setSpeed] = useState(() => savedSpeed('film'))
  const changeSpeed = (value: string) => {
    setSpeed(Number(value))
    saveSpeed('film', Number(value))
    if (video.current) video.current.playbackRate = Number(value)
  }
  return (
    <>
      {sizes.length > 1 && (
        <Choice label={m.ui_film_size()} value={chosen} onChange={choose}>
          <option value="">{m.ui_film_size_auto()}</option>
          {sizes.map(({ id, lines }) => (
            <option key={id} value={id}>
              {lines}p
            </option>
          ))}
        </Choice>
      )}
      <Choice label={m.ui_speed()} value={String(speed)} onChange={changeSpeed}>
        {speeds.map((it) => (
          <option key={it} value={it}>
            {it.toLocaleString(languageTag())}×
          </option>
        ))}
      </Choice>
      {media.captions.length > 0 && (
        <Choice
          label={m.captions_title()}
          value={state.captions}
          onChange={(language) => video.current && showCaptions(video.current, language)}
        >
          <option value="">{m.ui_captions_off()}</option>
          {media.captions.map(({ language }) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </Choice>
      )}
      <TranscriptButton captions={media.captions} player={video} className="bg-scrim/60" />
    </>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPointerDown={(event) => event.stopPropagation()}
      className="h-11 max-w-32 rounded-full bg-scrim/60 px-3 text-sm"
    >
      {children}
    </select>
  )
}

type ActProps = { icon: IconName; label: string; onClick: () => void; className?: string }

function Act({ icon, label, onClick, className }: ActProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={clsx('flex size-11 shrink-0 items-center justify-center rounded-full', className)}
    >
      <Icon name={icon} className={clsx('size-5', (icon === 'play' || icon === 'pause') && 'fill-current')} />
    </button>
  )
}

function togglePictureInPicture(video: HTMLVideoElement): void {
  const done = document.pictureInPictureElement
    ? document.exitPictureInPicture()
    : video.requestPictureInPicture().then(() => undefined)
  done.catch(() => undefined)
}
