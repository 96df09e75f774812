import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { media as vault } from '../../../contract/media.ts'
import { uploads as contract } from '../../../contract/uploads.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media, uploads, vaultUsage } from '../../platform/db/schema/media.ts'
import { addVaultBytes } from '../../platform/media/vault-usage.ts'
import { sweepUploads } from './jobs.ts'
import { addPart } from './parts.ts'
import { failUpload } from './process.ts'
import { markPurged } from './statements.ts'
import { beginUpload, dropUpload, finishUpload } from './uploads.ts'
import { checkUsage } from './usage.ts'
import { readWrongUsage } from './usage-statements.ts'

const api = testApi({ env: { VAULT_QUOTA_GB: '0.00001' } })
const limit = 10_000
let alice: Actor
let bob: Actor
beforeAll(async () => {
  alice = await api.makeUser({ isCreator: true, priceCents: 0 })
  bob = await api.makeUser({ isCreator: true, priceCents: 0 })
})

const used = async (actor: Actor) => (await api.call(actor, contract.usage, {})).data.used
const wrong = async () => (await api.db.run(readWrongUsage, {})).map((it) => it.owner)
const viewerOf = ({ id }: Actor) => ({ id, acting: null }) as Parameters<typeof finishUpload>[1]

async function upload(actor: Actor, bytes: number): Promise<string> {
  const id = await beginUpload(api.ctx, actor.id, null, bytes)
  await addPart(api.ctx, id, 0, new Uint8Array(bytes))
  await finishUpload(api.ctx, viewerOf(actor), { id }, 'IMAGE')
  return id
}

describe('the bytes that a creator keeps', () => {
  it('are counted from the first byte to the purge, and always as the rows say', async () => {
    const open = await beginUpload(api.ctx, alice.id, null, 4_000)
    expect(await used(alice)).toBe(4_000)
    await dropUpload(api.db, open)
    expect(await used(alice)).toBe(0)
    const stale = await beginUpload(api.ctx, alice.id, null, 4_000)
    api.turnClock(25 * 3_600_000)
    expect(await used(alice)).toBe(0)
    api.turnClock(-25 * 3_600_000)
    await dropUpload(api.db, stale)
    const id = await upload(alice, 3_000)
    expect([await used(alice), await used(bob)]).toEqual([3_000, 0])
    expect(await wrong()).not.toContain(alice.id)
    await failUpload(api.ctx, id, 'unreadable')
    expect([await used(alice), await wrong()]).toEqual([0, expect.not.arrayContaining([alice.id])])
  })

  it('are given back once they are deleted, not before', async () => {
    const id = await upload(alice, 2_000)
    await api.call(alice, vault.remove, { id })
    expect(await used(alice)).toBe(2_000)
    api.turnClock(2 * 3_600_000)
    await sweepUploads(api.ctx)
    await sweepUploads(api.ctx)
    await upload(alice, 1_000)
    await api.db.run(markPurged, { id, now: new Date(api.ctx.now()) })
    api.turnClock(-2 * 3_600_000)
    expect([await used(alice), await wrong()]).toEqual([1_000, expect.not.arrayContaining([alice.id])])
  })

  it('refuse an upload that does not fit, with what is used, before a byte is sent', async () => {
    await upload(bob, 6_000)
    await beginUpload(api.ctx, bob.id, null, 3_000)
    await expect(beginUpload(api.ctx, bob.id, null, 1_001)).rejects.toMatchObject({
      code: 'quota_full',
      facts: { used: 9_000, limit },
    })
    await beginUpload(api.ctx, bob.id, null, 1_000)
    expect((await api.call(bob, contract.usage, {})).data).toEqual({ used: limit, limit })
  })

  it('fit together or not at all, however many begin at once', async () => {
    const carol = await api.makeUser({ isCreator: true, priceCents: 0 })
    const begun = await Promise.allSettled(Array.from({ length: 8 }, () => beginUpload(api.ctx, carol.id, null, 3_000)))
    expect(begun.filter((it) => it.status === 'fulfilled')).toHaveLength(3)
    expect(await used(carol)).toBe(9_000)
  })

  it('are those of uploads of their own, and stay once they are finished', async () => {
    const dora = await api.makeUser({ isCreator: true, priceCents: 0 })
    const id = await beginUpload(api.ctx, dora.id, null, 300)
    await addPart(api.ctx, id, 0, new Uint8Array(300))
    await finishUpload(api.ctx, viewerOf(bob), { id }, 'IMAGE')
    expect(await api.db.select().from(media).where(eq(media.id, id))).toEqual([])
    await finishUpload(api.ctx, viewerOf(dora), { id }, 'IMAGE')
    await dropUpload(api.db, id)
    expect(await api.db.select().from(uploads).where(eq(uploads.id, id))).toHaveLength(1)
    expect(await used(dora)).toBe(300)
  })

  it('are put right by the nightly check where a sum differs from its rows, and only there', async () => {
    const [dora, emil] = [await api.makeUser(), await api.makeUser()]
    await upload(alice, 500)
    await api.db.insert(media).values({ id: newId(), ownerId: dora.id, type: 'IMAGE', state: 'ready', bytes: 700 })
    const purged = { state: 'ready', deletedAt: new Date(), purgedAt: new Date(), bytes: 60 } as const
    await api.db.insert(media).values({ id: newId(), ownerId: emil.id, type: 'IMAGE', ...purged })
    await api.db.run(addVaultBytes, { owner: emil.id, bytes: 90 })
    const before = await wrong()
    expect(before).toEqual(expect.arrayContaining([dora.id, emil.id]))
    expect(before).not.toContain(alice.id)
    expect(await checkUsage(api.ctx)).toBe(before.length)
    expect(await wrong()).toEqual([])
    const sums = await api.db.select().from(vaultUsage).where(sql`owner_id in (${dora.id}, ${emil.id})`)
    expect(sums.map((it) => [it.ownerId === dora.id, it.bytes]).toSorted()).toEqual([
      [false, 0],
      [true, 700],
    ])
  })
})
