import { expect, test } from 'vitest'
import { clock, mediaDescription, mediaFacts, mediaRatio } from './media-facts.ts'

test.each([
  [0, '0:00'],
  [7.4, '0:07'],
  [205, '3:25'],
  [3_729, '1:02:09'],
  [-1, '0:00'],
])('%d seconds read %s', (seconds, text) => expect(clock(seconds)).toBe(text))

test.each([
  [{ type: 'IMAGE', duration: null, width: 800, height: 1_000 }, 'Photo · 800 × 1000'],
  [{ type: 'VIDEO', duration: 205, width: 1_920, height: 1_080 }, 'Video · 3:25'],
  [{ type: 'SOUND', duration: null, width: null, height: null }, 'Sound'],
] as const)('describes %o as %s', (media, text) => expect(mediaFacts(media)).toBe(text))

test.each([
  ['IMAGE', 'A red silk', 'Photo: A red silk'],
  ['VIDEO', null, 'Video · 0:07'],
] as const)('labels a %s with the description %s as %s', (type, description, words) =>
  expect(
    mediaDescription({ type, description, duration: type === 'VIDEO' ? 7 : null, width: null, height: null }),
  ).toBe(words),
)

test.each([
  [{ type: 'IMAGE', width: 1_000, height: 4_000 }, 0.8],
  [{ type: 'IMAGE', width: 4_000, height: 1_000 }, 2],
  [{ type: 'VIDEO', width: null, height: null }, 1],
] as const)('a tile keeps a shape that fits a screen: %o', (media, ratio) => expect(mediaRatio(media)).toBe(ratio))
