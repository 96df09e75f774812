import { beforeAll, expect, it } from 'vitest'
import { profile } from '../../../contract/profile.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'

const api = testApi()
let alice: Actor
beforeAll(async () => {
  alice = await api.makeUser({ isCreator: true, priceCents: 999 })
})

async function makeMedia(facts: Partial<typeof media.$inferInsert> = {}): Promise<string> {
  const id = newId()
  await api.db.insert(media).values({ id, ownerId: alice.id, type: 'IMAGE', state: 'ready', ...facts })
  return id
}
const choose = (id: string) => api.call(alice, profile.update, { avatar_media_id: id })

it('accepts as a profile picture only a ready picture of one’s own', async () => {
  expect((await choose(await makeMedia())).data.avatar).not.toBeNull()
  const other = await api.makeUser()
  for (const facts of [
    { ownerId: other.id },
    { type: 'VIDEO' },
    { state: 'processing' },
    { state: 'failed' },
    { deletedAt: new Date() },
  ] as const)
    expect((await choose(await makeMedia(facts))).status).toBe(404)
})
