import { beforeAll, expect, it } from 'vitest'
import { media as contract } from '../../../contract/media.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'

const api = testApi()
let alice: Actor
beforeAll(async () => {
  alice = await makeCreator(api)
})

it.each<[what: string, facts: Pick<typeof media.$inferInsert, 'type' | 'state' | 'deletedAt'>, status: number]>([
  ['a film', { type: 'VIDEO', state: 'ready' }, 200],
  ['a film that is still made', { type: 'VIDEO', state: 'processing' }, 404],
  ['a film that could not be read', { type: 'VIDEO', state: 'failed' }, 404],
  ['a film that was deleted', { type: 'VIDEO', state: 'ready', deletedAt: new Date() }, 404],
  ['a picture', { type: 'IMAGE', state: 'ready' }, 404],
  ['a sound', { type: 'SOUND', state: 'ready' }, 404],
])('answers the choice of a frame of %s with %#', async (_, facts, status) => {
  const id = newId()
  await api.db.insert(media).values({ id, ownerId: alice.id, durationMs: 8_000, ...facts })
  expect((await api.call(alice, contract.choosePoster, { id, at: 2 })).status).toBe(status)
})
