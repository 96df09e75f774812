import { afterEach, expect, it } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { sizeText } from './size-text.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

it.each([
  [0, '0 MB', '0\u202fMo'],
  [1, '1 MB', '1\u202fMo'],
  [12_340_000, '12 MB', '12\u202fMo'],
  [12_340_000_000, '12.3 GB', '12,3\u202fGo'],
  [50_000_000_000, '50 GB', '50\u202fGo'],
])('says %i bytes as %s, and in French as %s', (bytes, english, french) => {
  overwriteGetLocale(() => 'en')
  expect(sizeText(bytes)).toBe(english)
  overwriteGetLocale(() => 'fr')
  expect(sizeText(bytes)).toBe(french)
})
