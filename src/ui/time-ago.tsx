import { useSyncExternalStore } from 'react'
import { getOrCreate } from '../lib/get-or-create.ts'
import { languageTag } from '../lib/money.ts'

/**
 * A moment as people say it ("3 minutes ago"), kept current; the exact time is on hover and for screen
 * readers. The server does not know the viewer's clock, so the exact time comes with hydration.
 */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const now = useSyncExternalStore(everyHalfMinute, clientNow, serverNow)
  const moment = new Date(at)
  const relative = ago(moment.getTime(), now || Date.now())
  const exact = now ? exactFormat().format(moment) : undefined
  return (
    <time key={now ? 'client' : 'server'} dateTime={at} title={exact} className={className} suppressHydrationWarning>
      {exact ? (
        <>
          <span aria-hidden="true">{relative}</span>
          <span className="sr-only">{exact}</span>
        </>
      ) : (
        relative
      )}
    </time>
  )
}

const step = 30_000
const clientNow = () => Math.floor(Date.now() / step) * step + step - 1
const serverNow = () => 0

/** One timer for every time on the page. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function everyHalfMinute(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const it of listeners) it()
  }, step)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

const units = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_629_800],
  ['year', 31_557_600],
] as const

/** Past and future alike, in the largest unit that fits; within a minute it is "now". */
function ago(at: number, now: number): string {
  const seconds = (at - now) / 1_000
  const fits = units.findLast(([, size]) => Math.abs(seconds) >= size)
  return fits ? relative(Math.trunc(seconds / fits[1]), fits[0]) : relative(0, 'second')
}

/** The same few phrases over and over, so each is made once. */
function relative(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const key = `${languageTag()} ${count} ${unit}`
  if (phrases.size > 500) phrases.clear()
  return getOrCreate(phrases, key, () => relativeFormat().format(count, unit))
}

const phrases = new Map<string, string>()

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()
const exactFormats = new Map<string, Intl.DateTimeFormat>()

function relativeFormat(): Intl.RelativeTimeFormat {
  const tag = languageTag()
  return getOrCreate(relativeFormats, tag, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }))
}

function exactFormat(): Intl.DateTimeFormat {
  const tag = languageTag()
  return getOrCreate(exactFormats, tag, () => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' }))
}
