import { describe, expect, it } from 'vitest'
import { closedReply, partsOfReply } from './saved-reply.ts'

const reply = { media_ids: [] as string[], preview_ids: [] as string[], missing: 0, is_priced: false, price: null }
const all = { can_medias: true, can_payment: true }

describe('a saved reply is closed', () => {
  it.each([
    ['words alone to no one', reply, { can_medias: false, can_payment: false }, null],
    ['media without can_medias', { ...reply, media_ids: ['a'] }, { ...all, can_medias: false }, 'can_medias'],
    ['media that are gone without can_medias', { ...reply, missing: 1 }, { ...all, can_medias: false }, 'can_medias'],
    ['media with can_medias to no one', { ...reply, media_ids: ['a'] }, { ...all, can_payment: false }, null],
    [
      'a price without can_payment',
      { ...reply, media_ids: ['a'], is_priced: true },
      { ...all, can_payment: false },
      'can_payment',
    ],
    ['a price with every right to no one', { ...reply, media_ids: ['a'], is_priced: true, price: 5 }, all, null],
  ] as const)('%s', (_, given, rights, closed) => {
    expect(closedReply({ ...given, media_ids: [...given.media_ids] }, rights)).toBe(closed)
  })
})

describe('choosing a saved reply attaches', () => {
  it.each([
    ['nothing for words alone', reply, { mediaIds: [], previewIds: [], price: null }],
    ['media for free', { ...reply, media_ids: ['a', 'b'] }, { mediaIds: ['a', 'b'], previewIds: [], price: null }],
    [
      'media at their price, with previews',
      { ...reply, media_ids: ['a', 'b'], preview_ids: ['a'], is_priced: true, price: 5 },
      { mediaIds: ['a', 'b'], previewIds: ['a'], price: 5 },
    ],
    [
      'previews for free when all that was sold is gone',
      { ...reply, media_ids: ['a'], preview_ids: ['a'], missing: 1, is_priced: true, price: 5 },
      { mediaIds: ['a'], previewIds: [], price: null },
    ],
    [
      'nothing at no price when everything is gone',
      { ...reply, missing: 2, is_priced: true, price: 5 },
      { mediaIds: [], previewIds: [], price: null },
    ],
  ])('%s', (_, given, parts) => {
    expect(partsOfReply(given)).toEqual(parts)
  })
})
