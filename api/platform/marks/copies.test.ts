import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type CopyOrder, copyOf, isCopy, makeCopy } from './copies.ts'

const order = async (): Promise<CopyOrder> => ({
  source: await sharp({ create: { width: 64, height: 48, channels: 3, background: '#776655' } })
    .webp()
    .toBuffer(),
  type: 'image/webp',
  width: 64,
  height: 48,
  key: Buffer.alloc(32),
  mediaId: 'a',
  mark: 1,
  stamp: null,
  needsFingerprint: true,
})

it('answers a copy in the format of its source, and a fingerprint where one is needed', async () => {
  const it = await order()
  for (const [type, format] of [
    ['image/webp', 'webp'],
    ['image/jpeg', 'jpeg'],
    ['image/png', 'png'],
  ] as const) {
    const made = await makeCopy({ ...it, type })
    if ('isUnreadable' in made) throw new Error('unreadable')
    const { width, height, format: found } = await sharp(made.bytes).metadata()
    expect([width, height, found]).toEqual([64, 48, format])
    expect(Buffer.from(made.fingerprint ?? '', 'base64')).toHaveLength(32 * 24)
  }
  expect(await makeCopy({ ...it, needsFingerprint: false })).toMatchObject({ fingerprint: null })
})

it('says what it cannot open', async () => {
  expect(await makeCopy({ ...(await order()), source: Buffer.from('no picture') })).toEqual({ isUnreadable: true })
})

it('refuses the hundred and first copy that waits', async () => {
  const it = await order()
  const all = await Promise.allSettled(Array.from({ length: 101 }, () => makeCopy(it)))
  const refused = all.filter((made) => made.status === 'rejected').map((made) => (made.reason as { code: string }).code)
  expect(refused).toEqual(['unavailable'])
})

it('knows the names of copies', () => {
  expect(copyOf('card', 12)).toBe('card-m12')
  expect(['a/card-m12', 'a/full-m1', 'a/card', 'a/card-avif', 'a/v480-list', 'a/captions-mt'].map(isCopy)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
