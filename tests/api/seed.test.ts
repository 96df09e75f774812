import { expect, it, vi } from 'vitest'
import { identityHooks } from '../../api/app.ts'
import { createAuth } from '../../api/identity/auth.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { users } from '../../api/platform/db/schema/identity.ts'
import { demoUsers } from '../../seed/demo-users.ts'
import { insertDemo, prepareDemo, seedDemo } from '../../seed/seed.ts'
import { testApi } from '../support/test-api.ts'

/** Rows without files: making the pictures takes half a minute, and the journeys look at them. */
vi.mock('../../seed/media.ts', () => {
  const row = (ownerId: string, createdAt: Date) => ({ id: newId(), ownerId, state: 'ready', createdAt })
  return {
    storePicture: async (_: unknown, ownerId: string, __: string, at: Date) => ({ ...row(ownerId, at), type: 'IMAGE' }),
    storeTune: async (_: unknown, ownerId: string, __: string, at: Date) => ({ ...row(ownerId, at), type: 'SOUND' }),
  }
})

const api = testApi({ money: true, empty: true })
const count = () => api.db.$count(users)

it('makes the demo world whole or not at all, once for nodes that start together, and only in an empty database', async () => {
  const auth = createAuth(api.ctx, identityHooks(api.ctx))
  const world = await prepareDemo(api.ctx, auth)
  const live = { ...api.ctx.live, record: () => Promise.reject(new Error('the process ends here')) }
  await expect(insertDemo({ ...api.ctx, live }, world)).rejects.toThrow('the process ends here')
  expect(await count()).toBe(0)

  const bob = await api.makeUser({ username: 'bob' })
  await seedDemo(api.ctx, auth)
  expect(await count()).toBe(1)
  await api.db.delete(users)
  expect([bob.username, await count()]).toEqual(['bob', 0])

  await Promise.all([insertDemo(api.ctx, world), insertDemo(api.ctx, world)])
  expect(await count()).toBe(demoUsers.length)
})
