import { getLocale } from '../paraglide/runtime.js'
import { getOrCreate } from './get-or-create.ts'
import { languageTag } from './money.ts'

/** A day in the viewer's language: `November 20, 2026`, `1er janvier 2026`. In UTC, so that server and browser say the same. */
export function dayText(iso: string): string {
  const text = new Intl.DateTimeFormat(languageTag(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
  // French counts the first of a month, which Intl does not.
  return getLocale() === 'fr' ? text.replace(/^1 /, '1er ') : text
}

/** A moment as the viewer's clock has it: `November 20, 2026 at 9:41 AM`. */
export const momentText = (iso: string): string =>
  new Intl.DateTimeFormat(languageTag(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))

/** A month like `2026-11` in the viewer's language: `November 2026`. */
export function monthText(month: string): string {
  const tag = languageTag()
  const make = () => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return getOrCreate(monthFormats, tag, make).format(new Date(`${month}-01T00:00:00Z`))
}
/** A bar of months says one with every frame that is scrolled, and making a format takes a millisecond. */
const monthFormats = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment, and the last moment of a day, as a date field has it: `2026-11-20`. In UTC, each undoes the other. */
export const dayOf = (iso: string): string => iso.slice(0, 10)
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`
