import { type RefObject, useEffect, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { folded } from '../lib/folded.ts'
import { languageTag } from '../lib/money.ts'
import { m } from '../paraglide/messages.js'
import { captionsName } from './captions-name.ts'
import { ErrorLine } from './error-line.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { clock } from './media-facts.ts'
import { Select } from './select.tsx'
import { Sheet } from './sheet.tsx'
import { Spinner } from './spinner.tsx'

type TranscriptProps = {
  captions: Media['captions']
  /** What has the captions, and plays unless `onJump` does. */
  player: RefObject<HTMLMediaElement | null>
  onJump?: ((seconds: number) => void) | undefined
  onClose: () => void
}

/** What is said, to read and to search; a line leads to its moment in the film or the sound. */
export function Transcript({ captions, player, onJump, onClose }: TranscriptProps) {
  const [language, setLanguage] = useState(() => closest(captions))
  const [query, setQuery] = useState('')
  const lines = useLines(player, language)
  const found = lines === 'failed' ? [] : lines?.filter((it) => folded(it.text).includes(folded(query)))
  const jump = (seconds: number) => {
    const element = player.current
    onClose()
    if (onJump) return onJump(seconds)
    if (!element) return
    element.currentTime = seconds
    void element.play().catch(() => undefined)
  }
  return (
    <Sheet open onOpenChange={onClose} title={m.transcript_title()}>
      <div className="flex flex-col gap-4">
        {captions.length > 1 && (
          <Field label={m.captions_language()}>
            <Select value={language} onChange={(event) => setLanguage(event.target.value)}>
              {captions.map((it) => (
                <option key={it.language} value={it.language}>
                  {captionsName(it)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={m.transcript_search()}>
          <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
        </Field>
        {lines === null && <Spinner className="self-center" />}
        {lines === 'failed' && <ErrorLine>{m.refusal_unavailable()}</ErrorLine>}
        {found?.length === 0 && lines !== 'failed' && (
          <p className="text-ink-soft">{m.transcript_nothing({ query })}</p>
        )}
        <ol lang={language} className="-mx-2 flex flex-col">
          {found?.map(({ start, text }) => (
            <li key={`${start} ${text}`} className="[content-visibility:auto] [contain-intrinsic-size:auto_2.75rem]">
              <button
                type="button"
                onClick={() => jump(start)}
                className="flex min-h-11 w-full gap-3 rounded-control px-2 py-2.5 text-left hover:bg-sunken"
              >
                <span className="w-12 shrink-0 text-right text-ink-soft text-sm tabular-nums">{clock(start)}</span>
                <span className="min-w-0 whitespace-pre-line">{text}</span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </Sheet>
  )
}

type Line = { start: number; text: string }

/** The lines in a language, as the browser reads them from the player's captions; null until they are there. */
function useLines(player: RefObject<HTMLMediaElement | null>, language: string): Line[] | 'failed' | null {
  const [lines, setLines] = useState<Line[] | 'failed' | null>(null)
  useEffect(() => {
    setLines(null)
    const element = [...(player.current?.querySelectorAll('track') ?? [])].find((it) => it.srclang === language)
    if (!element) return setLines('failed')
    const reading = new AbortController()
    const { signal } = reading
    const read = () => setLines([...(element.track.cues ?? [])].map(lineOf))
    if (element.readyState === element.LOADED) return read()
    if (element.readyState === element.ERROR) return setLines('failed')
    element.addEventListener('load', read, { signal })
    element.addEventListener('error', () => setLines('failed'), { signal })
    // A browser loads the captions that are shown, or read by a script.
    if (element.track.mode === 'disabled') element.track.mode = 'hidden'
    return () => reading.abort()
  }, [player, language])
  return lines
}

const lineOf = (cue: TextTrackCue): Line => ({
  start: cue.startTime,
  text: (cue as VTTCue).getCueAsHTML().textContent ?? '',
})

/** The viewer's language, or one close to it, or the first. */
function closest(captions: Media['captions']): string {
  const [own = ''] = languageTag().toLowerCase().split('-')
  const found = captions.find((it) => it.language === own) ?? captions.find((it) => it.language.startsWith(`${own}-`))
  return (found ?? captions[0])?.language ?? ''
}
