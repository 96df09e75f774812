import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../tests/support/api.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { entitlements, media, purchases, uploadParts, uploads } from '../../platform/db/schema/media.ts'
import { purgeDeleted } from '../account/erasure.ts'
import {
  deleteFailedMedia,
  deleteParts,
  deleteStaleUploads,
  deleteUnsent,
  insertPart,
  insertUpload,
  markPurged,
  readDoneParts,
  readParts,
  readPurgeable,
  readStuck,
  readUntraceable,
  releaseLock,
  renewLock,
  takeLock,
} from './statements.ts'

/** What each statement finds and changes among uploads and media that differ in one thing each. */
const api = testApi()
const dayMs = 86_400_000
let alice: Actor
let bea: Actor
/** What a row is, by its id. */
let names: Map<string, string>
beforeEach(async () => {
  alice = await makeCreator(api)
  bea = await makeCreator(api)
  names = new Map()
})

const daysAgo = (days: number) => new Date(api.ctx.now() - days * dayMs)
async function addUpload(name: string, change: Partial<typeof uploads.$inferInsert> = {}): Promise<string> {
  const id = newId()
  names.set(id, name)
  await api.db.insert(uploads).values({ id, ownerId: alice.id, size: 100, createdAt: daysAgo(0), ...change })
  return id
}
async function addMedia(name: string, change: Partial<typeof media.$inferInsert>): Promise<string> {
  const id = newId()
  names.set(id, name)
  await api.db.insert(media).values({ id, ownerId: alice.id, type: 'IMAGE', createdAt: daysAgo(0), ...change })
  return id
}
/** Those of this test among rows that others may have too. */
const own = (rows: readonly { id: string }[]) => rows.flatMap(({ id }) => names.get(id) ?? []).sort()
const changed = async (table: string, act: () => Promise<unknown>) =>
  (await rowsChangedBy(api, [table], async () => void (await act()))).flatMap(
    (it) => names.get(it.split(' ')[1] ?? '') ?? [],
  )

describe('a new upload', () => {
  const begin = (change: { size?: number; most?: number; mostBytes?: number }) =>
    api.db.run(insertUpload, {
      ...{
        id: newId(),
        owner: alice.id,
        name: null,
        contentHash: null,
        onlyFor: null,
        size: 10,
        now: daysAgo(0),
        most: 9,
        mostBytes: 1_000,
      },
      ...{ stale: daysAgo(1), ...change },
    })

  it('is refused for what its owner is sending now, and for nothing else', async () => {
    await addUpload('open')
    await addUpload('stale', { createdAt: daysAgo(2) })
    await addUpload('finished', { finishedAt: daysAgo(0) })
    for (const _ of 'abcdef') await addUpload('another’s', { ownerId: bea.id })
    expect([await begin({ most: 1 }), await begin({ size: 901 })]).toEqual([[], []])
    expect(await begin({ most: 2 })).toHaveLength(1)
    expect(await begin({ size: 890 })).toHaveLength(1)
  })
})

describe('the lock of an upload', () => {
  it('is taken, renewed and released for its own upload by its own holder', async () => {
    const [id, other] = [await addUpload('one'), await addUpload('another')]
    const [holder, stranger] = [newId(), newId()]
    const seconds = 30
    expect(await changed('uploads', () => api.db.run(takeLock, { id, holder, seconds }))).toEqual(['one'])
    await api.db.run(takeLock, { id: other, holder, seconds })
    expect(await api.db.run(renewLock, { id, holder: stranger, seconds })).toEqual([])
    expect(await changed('uploads', () => api.db.run(renewLock, { id, holder, seconds: 60 }))).toEqual(['one'])
    expect(await changed('uploads', () => api.db.run(releaseLock, { id, holder: stranger }))).toEqual([])
    expect(await changed('uploads', () => api.db.run(releaseLock, { id, holder }))).toEqual(['one'])
  })
})

describe('parts', () => {
  const add = (id: string, position: number) =>
    api.db.run(insertPart, { id, position, bytes: 50, name: `${id}-${position}` })

  it('follow each other in their own upload until it is finished', async () => {
    const [id, other] = [await addUpload('one'), await addUpload('another')]
    expect(await add(other, 0)).toHaveLength(1)
    expect([await add(id, 50), await add(newId(), 0)]).toEqual([[], []])
    expect([await add(id, 0), await add(id, 0), await add(id, 50)].map((it) => it.length)).toEqual([1, 0, 1])
    expect(await add(await addUpload('finished', { finishedAt: daysAgo(0) }), 0)).toEqual([])
    expect((await api.db.run(readParts, { id })).map((it) => it.position)).toEqual([0, 50])
    await api.db.run(deleteParts, { id })
    expect(await api.db.run(readParts, { id })).toEqual([])
    expect(await api.db.run(readParts, { id: other })).toHaveLength(1)
  })

  it('are done with when neither an open upload nor the making of a media needs them', async () => {
    const finished = { finishedAt: daysAgo(0) }
    const withMedia = async (name: string, change: Partial<typeof media.$inferInsert>) => {
      const id = await addUpload(name, finished)
      await api.db.insert(media).values({ id, ownerId: alice.id, type: 'IMAGE', ...change })
      return id
    }
    const all = [
      await addUpload('open'),
      await addUpload('finished', finished),
      await withMedia('in the making', { state: 'processing' }),
      await withMedia('made', { state: 'ready' }),
      await withMedia('deleted in the making', { state: 'processing', deletedAt: daysAgo(0) }),
    ]
    for (const id of all) await api.db.insert(uploadParts).values({ uploadId: id, position: 0, bytes: 1, name: id })
    expect(own(await api.db.run(readDoneParts, {}))).toEqual(['deleted in the making', 'finished', 'made'])
    await api.db.delete(uploadParts).where(inArray(uploadParts.uploadId, all))
  })
})

describe('the sweep', () => {
  it('finds media that have been in the making for a day', async () => {
    await addMedia('new', { state: 'processing' })
    await addMedia('stuck', { state: 'processing', createdAt: daysAgo(2) })
    await addMedia('deleted', { state: 'processing', createdAt: daysAgo(2), deletedAt: daysAgo(1) })
    await addMedia('made', { state: 'ready', createdAt: daysAgo(2) })
    expect(own(await api.db.run(readStuck, { stale: daysAgo(1) }))).toEqual(['stuck'])
  })

  it('forgets uploads that were given up a day ago', async () => {
    await addUpload('new')
    await addUpload('given up', { createdAt: daysAgo(2) })
    await addUpload('finished', { createdAt: daysAgo(2), finishedAt: daysAgo(2) })
    const forget = () => api.db.run(deleteStaleUploads, { stale: daysAgo(1) })
    expect(await changed('uploads', forget)).toEqual(['given up'])
  })

  it('deletes media that failed a day ago, once', async () => {
    await addMedia('new', { state: 'failed' })
    await addMedia('failed', { state: 'failed', createdAt: daysAgo(2) })
    await addMedia('deleted before', { state: 'failed', createdAt: daysAgo(2), deletedAt: daysAgo(1) })
    await addMedia('made', { state: 'ready', createdAt: daysAgo(2) })
    const remove = () => api.db.run(deleteFailedMedia, { stale: daysAgo(1), now: daysAgo(0) })
    expect(await changed('media', remove)).toEqual(['failed'])
  })

  it('deletes what a fan has not sent, once, and nothing of a vault', async () => {
    const unsent = await addMedia('unsent', { state: 'ready', onlyFor: bea.id })
    const inVault = await addMedia('of the vault', { state: 'ready' })
    const remove = (id: string) => changed('media', () => api.db.run(deleteUnsent, { id, now: daysAgo(0) }))
    expect([await remove(inVault), await remove(unsent), await remove(unsent)]).toEqual([[], ['unsent'], []])
  })

  it('keeps the trash of a closed account while its owner may come back, and purges it once it is erased', async () => {
    await addMedia('in the trash', { state: 'ready', deletedAt: daysAgo(2) })
    const close = { deletedAt: daysAgo(1), purgeAt: daysAgo(-29) }
    await api.db.update(users).set(close).where(eq(users.id, alice.id))
    const purgeable = { before: daysAgo(1), trash_since: daysAgo(30), limit: 1000 }
    const found = async () => own(await api.db.run(readPurgeable, purgeable))
    expect(await found()).toEqual([])
    await api.db
      .update(users)
      .set({ purgeAt: daysAgo(1) })
      .where(eq(users.id, alice.id))
    await purgeDeleted(api.ctx)
    expect(await found()).toEqual(['in the trash'])
  })

  it('purges deleted media that no fan owns, once', async () => {
    const deleted = { state: 'ready', deletedAt: daysAgo(31) } as const
    const gone = await addMedia('deleted', deleted)
    const { mediaId } = await makePaidPost(api, alice, 5)
    await addMedia('there', { state: 'ready' })
    await addMedia('just deleted', { ...deleted, deletedAt: daysAgo(0) })
    await addMedia('in the trash', { ...deleted, deletedAt: daysAgo(29) })
    await addMedia('erased', { ...deleted, deletedAt: daysAgo(2), erasedAt: daysAgo(1) })
    await addMedia('failed', { state: 'failed', deletedAt: daysAgo(2) })
    await addMedia('just erased', { ...deleted, deletedAt: daysAgo(0), erasedAt: daysAgo(0) })
    await addMedia('purged', { ...deleted, purgedAt: daysAgo(1) })
    const owned = await addMedia('owned', deleted)
    const purchase = {
      id: newId(),
      buyerId: bea.id,
      creatorId: alice.id,
      objectKind: 'media',
      objectId: mediaId,
    } as const
    await api.db.insert(purchases).values({ ...purchase, priceCents: 500, entryId: newId() })
    await api.db.insert(entitlements).values({ userId: bea.id, mediaId: owned, purchaseId: purchase.id })
    const purgeable = { before: daysAgo(1), trash_since: daysAgo(30), limit: 1000 }
    expect(own(await api.db.run(readPurgeable, purgeable))).toEqual(['deleted', 'erased', 'failed'])
    const mark = () => api.db.run(markPurged, { id: gone, now: daysAgo(0) })
    expect(await changed('media', mark)).toEqual(['deleted'])
  })
})

it('finds films without two copies of each size, newest first, as far as they are there', async () => {
  const film = { type: 'VIDEO', state: 'ready', renditions: { sizes: [{}] } } as unknown as typeof media.$inferInsert
  const old = await addMedia('old', film)
  await addMedia('failed', { ...film, state: 'failed' })
  await addMedia('purged', { ...film, deletedAt: daysAgo(1), purgedAt: daysAgo(0) })
  await addMedia('traceable', { ...film, renditions: { sizes: [{ isMarked: true }] } as never })
  const found: string[] = []
  let before: string | null = null
  do {
    const rows: { id: string }[] = await api.db.run(readUntraceable, { before })
    before = rows[0]?.id ?? null
    found.push(...own(rows))
  } while (before !== null)
  expect(found).toEqual(['old'])
  await api.db.delete(media).where(eq(media.id, old))
})
