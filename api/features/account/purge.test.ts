import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '../../../contract/account.ts'
import { media } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { staff } from '../../../contract/staff.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import type { TestApi } from '../../../tests/support/api.ts'
import { openIdentityApi } from '../../../tests/support/identity.ts'
import { type Purged, startPurged } from '../../../tests/support/purged.ts'
import { newId } from '../../platform/db/ids.ts'
import { media as mediaTable } from '../../platform/db/schema/media.ts'

/** The edge learns which cached pages to purge as soon as what visitors see of a user has changed. */
let api: TestApi
let edge: Purged
beforeAll(async () => {
  edge = await startPurged()
  api = await openIdentityApi(edge.env)
})
afterAll(async () => {
  edge.close()
  await api.close()
})

async function afterCommits(act: () => Promise<{ status: number }>, ...names: string[]): Promise<void> {
  edge.names = []
  expect((await act()).status).toBeLessThan(300)
  await expect.poll(() => [...edge.names].sort()).toEqual([...names].sort())
}

it('purges after a new username, a bio, a price, a post, a picture’s visibility, a suspension and its end, and a deletion', async () => {
  const clerk = await api.makeUser({ role: 'staff' })
  const me = await api.makeUser({ isCreator: true, priceCents: 499 })
  const next = `p${me.username}`.slice(0, 30)
  await afterCommits(() => api.call(me, profile.update, { bio: 'New' }), me.username)
  await afterCommits(() => api.call(me, subscriptions.setPrice, { price: 9.99 }), me.username)
  await afterCommits(() => api.call(me, posts.create, { text: 'open', visibility: 'public' }), me.username)
  const id = newId()
  await api.db.insert(mediaTable).values({ id, ownerId: me.id, type: 'IMAGE', state: 'ready' })
  await afterCommits(() => api.call(me, media.update, { id, description: 'The sea' }), me.username)
  await afterCommits(() => api.call(me, account.changeUsername, { username: next }), me.username, next)
  await afterCommits(() => api.call(clerk, staff.suspend, { id: me.id, reason: 'because' }), next)
  await afterCommits(() => api.call(clerk, staff.unsuspend, { id: me.id }), next)
  const other = await api.makeUser()
  await afterCommits(() => api.call(other, account.requestDeletion, { username: other.username }), other.username)
})
