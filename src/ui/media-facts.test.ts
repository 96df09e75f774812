import { expect, test } from 'vitest'
import { clock, cropPosition, mediaDescription, mediaFacts, mediaRatio, setFacts } from './media-facts.ts'

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

const of = (type: 'IMAGE' | 'VIDEO' | 'SOUND', duration: number | null = null) => ({ type, duration })
test.each([
  [[of('IMAGE')], '1 photo'],
  [[of('IMAGE'), of('VIDEO', 100), of('IMAGE'), of('IMAGE'), of('VIDEO', 34)], '3 photos, 2 videos · 2:14'],
  [[of('SOUND', 61), of('IMAGE')], '1 photo, 1 sound · 1:01'],
])('sums up %o as %s', (media, text) => expect(setFacts(media)).toBe(text))

test.each([
  ['IMAGE', 'A red silk', 'Photo: A red silk'],
  ['VIDEO', null, 'Video · 0:07'],
] as const)('labels a %s with the description %s as %s', (type, description, words) =>
  expect(
    mediaDescription({ type, description, duration: type === 'VIDEO' ? 7 : null, width: null, height: null }),
  ).toBe(words),
)

test.each([
  [{ type: 'IMAGE', width: 1_000, height: 4_000 }, 9 / 16],
  [{ type: 'IMAGE', width: 4_000, height: 1_000 }, 2],
  [{ type: 'VIDEO', width: null, height: null }, 1],
] as const)('a tile keeps a shape that fits a screen: %o', (media, ratio) => expect(mediaRatio(media)).toBe(ratio))

test.each([
  ['nothing known', null, 2_000, 1_000, 1, undefined],
  ['the middle', { x: 50, y: 50 }, 2_000, 1_000, 1, '50% 50%'],
  ['near the left edge', { x: 10, y: 50 }, 2_000, 1_000, 1, '0% 50%'],
  ['at a third', { x: 40, y: 90 }, 2_000, 1_000, 1, '30% 50%'],
  ['at the top of an upright one', { x: 20, y: 5 }, 1_000, 2_000, 1, '50% 0%'],
  ['near the foot of an upright one', { x: 20, y: 95 }, 1_000, 2_000, 1, '50% 100%'],
  ['one that is not cropped', { x: 20, y: 95 }, 1_000, 1_000, 1, '50% 50%'],
] as const)('crops around the focal point: %s', (_, focal, width, height, ratio, position) =>
  expect(cropPosition({ focal, width, height }, ratio)).toBe(position),
)
