import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { media as mediaContract } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { vault } from '../../../contract/vault.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { media } from '../../platform/db/schema/media.ts'
import { sweepUploads } from '../uploads/jobs.ts'

const api = testApi({ money: true })
let alice: Actor
let ids: string[]
beforeEach(async () => {
  alice = await makeCreator(api)
  ids = []
  for (let n = 0; n < 5; n++) ids.push(await makePicture(api, alice))
})

type Change = Parameters<typeof change>[1]
const change = async (who: Actor, it: { act: string; choice: object; folder?: string | null; tags?: string[] }) =>
  (await api.call(who, vault.change, it as never)).data
const everything = { filter: {} }
const labels = async () =>
  (await api.db.select().from(media).where(eq(media.ownerId, alice.id)))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map(({ folder, tags }) => `${folder ?? '-'} ${tags.join(',')}`)
const inVault = async (place: 'vault' | 'trash' = 'vault') => (await api.call(alice, vault.index, { place })).data.count

describe('a change of many media', () => {
  it('moves what a filter matches, except for some, and is undone to what each had', async () => {
    await change(alice, { act: 'move', choice: { ids: ids.slice(0, 2) }, folder: 'Lyon' })
    const before = await labels()
    const done = await change(alice, { act: 'move', choice: { ...everything, except: [ids[4]] }, folder: 'Paris' })
    expect(done).toMatchObject({ changed: 4, skipped: 0, counts: { vault: 5, trash: 0 }, undo: expect.any(String) })
    expect(await labels()).toEqual(['Paris ', 'Paris ', 'Paris ', 'Paris ', '- '])
    await api.call(alice, mediaContract.update, { id: ids[0] ?? '', folder: 'Nice' })
    expect((await api.call(alice, vault.undo, { undo: done.undo ?? '' })).data.changed).toBe(3)
    expect(await labels()).toEqual(['Nice ', ...before.slice(1)])
    expect((await api.call(alice, vault.undo, { undo: done.undo ?? '' })).status).toBe(404)
  })

  it('changes the media between two of them, given in either order', async () => {
    const times = sql`now() - interval '1 hour' * array_position(${sql.param(ids)}::uuid[], ${media.id})`
    await api.db.update(media).set({ createdAt: times }).where(eq(media.ownerId, alice.id))
    const [, second, , fourth] = ids
    for (const [between, folder] of [
      [[second, fourth], 'one'],
      [[fourth, second], 'two'],
    ] as const) {
      await change(alice, { act: 'move', choice: { ...everything, between }, folder })
      expect(await labels()).toEqual(['- ', `${folder} `, `${folder} `, `${folder} `, '- '])
    }
  })

  it('chooses nothing of another creator, by id, range or undo', async () => {
    const bob = await makeCreator(api)
    const [first = '', , , , last = ''] = ids
    // Made between the two, so that it would be in the range.
    const his = await makePicture(api, bob)
    const { createdAt } =
      (
        await api.db
          .select()
          .from(media)
          .where(eq(media.id, ids[2] ?? ''))
      )[0] ?? {}
    await api.db.update(media).set({ createdAt }).where(eq(media.id, his))
    for (const choice of [{ ids }, { filter: {}, between: [first, last] }])
      expect((await change(bob, { act: 'delete', choice })).changed).toBe(0)
    const { undo } = await change(alice, { act: 'delete', choice: everything })
    expect((await api.call(bob, vault.undo, { undo: undo ?? '' })).status).toBe(404)
    expect(await inVault()).toBe(0)
  })

  it('adds and removes tags in their order, and skips media that would have more than ten', async () => {
    const nine = [...'abcdefghi']
    await api.call(alice, mediaContract.update, { id: ids[0] ?? '', tags: nine })
    const done = await change(alice, { act: 'tag', choice: everything, tags: ['silk', 'red'] })
    expect(done).toMatchObject({ changed: 4, skipped: 1 })
    expect(await labels()).toEqual([`- ${nine.join(',')}`, ...Array(4).fill('- silk,red')])
    const removed = await change(alice, { act: 'untag', choice: everything, tags: ['silk'] })
    expect([removed.changed, (await labels())[1]]).toEqual([4, '- red'])
  })

  it('refuses a choice of nothing, and a folder or tags for another act, with 400', async () => {
    const wrong: Change[] = [
      { act: 'delete', choice: {} },
      { act: 'move', choice: everything },
      { act: 'delete', choice: everything, folder: 'x' },
      { act: 'tag', choice: everything },
      { act: 'move', choice: everything, folder: 'x', tags: ['y'] },
    ]
    for (const it of wrong) expect((await api.call(alice, vault.change, it as never)).status).toBe(400)
  })

  it('renames a folder, joins it with one of that name, and refuses one that does not exist', async () => {
    await change(alice, { act: 'move', choice: { ids: ids.slice(0, 3) }, folder: 'Lyon' })
    await change(alice, { act: 'move', choice: { ids: ids.slice(3) }, folder: 'Paris' })
    const bob = await makeCreator(api)
    const his = await makePicture(api, bob)
    await change(bob, { act: 'move', choice: { ids: [his] }, folder: 'Lyon' })
    const purged = await makePicture(api, alice)
    await api.db
      .update(media)
      .set({ folder: 'Lyon', deletedAt: new Date(), purgedAt: new Date() })
      .where(eq(media.id, purged))
    const { data } = await api.call(alice, vault.renameFolder, { folder: 'Lyon', to: 'Paris' })
    await api.db.delete(media).where(eq(media.id, purged))
    expect([data.changed, await labels()]).toEqual([3, Array(5).fill('Paris ')])
    expect((await api.call(bob, mediaContract.get, { id: his })).data.folder).toBe('Lyon')
    expect((await api.call(alice, vault.renameFolder, { folder: 'Lyon', to: 'x' })).status).toBe(404)
    await api.call(alice, vault.undo, { undo: data.undo ?? '' })
    expect((await labels())[0]).toBe('Lyon ')
  })
})

describe('the trash', () => {
  const longAgo = () => new Date(api.ctx.now() - 31 * 86_400_000)
  const gone: [string, () => Partial<typeof media.$inferInsert>][] = [
    ['was deleted too long ago', () => ({ deletedAt: longAgo() })],
    ['is erased', () => ({ deletedAt: new Date(), erasedAt: new Date() })],
    ['has lost its bytes', () => ({ deletedAt: new Date(), purgedAt: new Date() })],
  ]

  it.each([
    ...gone,
    ['could not be read', () => ({ deletedAt: new Date(), state: 'failed' as const })] as (typeof gone)[number],
  ])('holds and counts no media that %s', async (_, facts) => {
    await api.db
      .update(media)
      .set(facts())
      .where(eq(media.id, ids[0] ?? ''))
    expect(await change(alice, { act: 'delete', choice: { ids: [ids[1]] } })).toMatchObject({
      counts: { vault: 3, trash: 1 },
    })
    expect(await inVault('trash')).toBe(1)
  })

  it.each(gone)('undoes no change of a media that %s', async (_, facts) => {
    const { undo } = await change(alice, { act: 'move', choice: everything, folder: 'Lyon' })
    await api.db
      .update(media)
      .set(facts())
      .where(eq(media.id, ids[0] ?? ''))
    expect((await api.call(alice, vault.undo, { undo: undo ?? '' })).data.changed).toBe(4)
  })

  const purgedAfter = async (hours: number) => {
    api.turnClock(hours * 3_600_000)
    await sweepUploads(api.ctx)
    api.turnClock(-hours * 3_600_000)
    const rows = await api.db.select().from(media).where(eq(media.ownerId, alice.id))
    return rows.filter((row) => row.purgedAt !== null).map((row) => row.id)
  }

  it('takes deleted media out of posts and profile, and restores them into their posts', async () => {
    const [picture = ''] = ids
    const { id } = (await api.call(alice, posts.create, { text: 'x', visibility: 'public', media_ids: [picture] })).data
    await api.call(alice, profile.update, { avatar_media_id: picture })
    const { undo } = await change(alice, { act: 'delete', choice: everything })
    expect([await inVault(), await inVault('trash')]).toEqual([0, 5])
    const shown = async () => (await api.call(null, posts.get, { id })).data.media.length
    expect(await shown()).toBe(0)
    expect((await api.call(alice, profile.get, {})).data.avatar).toBeNull()
    await api.call(alice, vault.undo, { undo: undo ?? '' })
    expect([await inVault(), await inVault('trash'), await shown()]).toEqual([5, 0, 1])
    await change(alice, { act: 'delete', choice: { ids: [picture] } })
    await change(alice, { act: 'restore', choice: { filter: { place: 'vault' } } })
    expect([await inVault(), await shown()]).toEqual([5, 1])
  })

  it('keeps the bytes for 30 days, and those that were erased for an hour', async () => {
    await change(alice, { act: 'delete', choice: everything })
    const [erased = ''] = ids
    expect(await change(alice, { act: 'erase', choice: { ids: [erased] } })).toMatchObject({ changed: 1, undo: null })
    expect(await inVault('trash')).toBe(4)
    api.turnClock((30 * 24 + 1) * 3_600_000)
    expect(await inVault('trash')).toBe(0)
    api.turnClock(-(30 * 24 + 1) * 3_600_000)
    expect(await purgedAfter(2)).toEqual([erased])
    expect(await purgedAfter(29 * 24)).toEqual([erased])
    expect((await purgedAfter(30 * 24 + 1)).length).toBe(5)
    expect((await change(alice, { act: 'restore', choice: everything })).changed).toBe(0)
  })

  it('leaves an erased media to the fan who bought it', async () => {
    const fan = await api.makeUser()
    await giveCoins(api, fan, 20)
    const { mediaId } = await makePaidPost(api, alice, 5)
    await api.call(fan, mediaContract.unlock, { id: mediaId, expected_price: 5 })
    await change(alice, { act: 'delete', choice: { ids: [mediaId] } })
    await change(alice, { act: 'erase', choice: { ids: [mediaId] } })
    expect(await purgedAfter(40 * 24)).not.toContain(mediaId)
    expect((await api.call(fan, mediaContract.get, { id: mediaId })).data.url).not.toBeNull()
  })

  it('restores nothing that staff removed, neither by undo', async () => {
    const [picture = ''] = ids
    const { undo } = await change(alice, { act: 'move', choice: everything, folder: 'Lyon' })
    await api.db
      .update(media)
      .set({ deletedAt: new Date(), state: 'failed', reason: 'removed' })
      .where(eq(media.id, picture))
    expect((await api.call(alice, vault.undo, { undo: undo ?? '' })).data.changed).toBe(4)
    expect((await change(alice, { act: 'restore', choice: { ids: [picture] } })).changed).toBe(0)
    expect([await inVault(), await inVault('trash')]).toEqual([4, 0])
  })
})

describe('the index', () => {
  it('splits a month into buckets of at most 500, whose older ones stay when media are added', async () => {
    const at = sql`timestamptz '2025-05-01' + interval '1 minute' * n`
    await api.db.execute(sql`
      insert into media (id, owner_id, type, state, created_at)
      select gen_random_uuid(), ${alice.id}, 'IMAGE', 'ready', ${at} from generate_series(1, 1200) n`)
    const read = async () => (await api.call(alice, vault.index, { until: '2025-12-31' })).data
    const { count, buckets } = await read()
    expect([count, buckets.map((it) => [it.month, it.count])]).toEqual([
      1200,
      [
        ['2025-05', 200],
        ['2025-05', 500],
        ['2025-05', 500],
      ],
    ])
    const seen = new Set<string>()
    for (const { bucket } of buckets)
      for (const { id } of (await api.call(alice, vault.bucket, { bucket })).data.data) seen.add(id)
    expect(seen.size).toBe(1200)
    await api.db.execute(sql`
      insert into media (id, owner_id, type, state, created_at)
      select gen_random_uuid(), ${alice.id}, 'IMAGE', 'ready', '2025-06-15'`)
    expect((await read()).buckets.slice(1)).toEqual(buckets)
  })

  it('says of each media whether it is public, and how often it was used and sold', async () => {
    const fan = await api.makeUser()
    await giveCoins(api, fan, 20)
    const { mediaId } = await makePaidPost(api, alice, 5)
    await api.call(fan, mediaContract.unlock, { id: mediaId, expected_price: 5 })
    const [open = '', followers = ''] = ids
    await api.call(alice, posts.create, { text: 'x', visibility: 'public', media_ids: [open] })
    await api.call(alice, posts.create, { text: 'x', visibility: 'followers', media_ids: [open, followers] })
    const { buckets } = (await api.call(alice, vault.index, {})).data
    const { data } = (await api.call(alice, vault.bucket, { bucket: buckets[0]?.bucket ?? '', for: fan.id })).data
    const of = (id: string) => data.find((it) => it.id === id)
    expect(of(mediaId)).toMatchObject({ used: 1, sold: 1, is_public: false, for_fan: 'owned' })
    expect(of(open)).toMatchObject({ used: 2, sold: 0, is_public: true, for_fan: 'never' })
    expect(of(followers)).toMatchObject({ used: 1, is_public: false })
  })
})
