import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verification } from '../../../contract/verification.ts'
import type { Actor, TestApi } from '../../../tests/support/api.ts'
import { openIdentityApi } from '../../../tests/support/identity.ts'
import { dropImages } from './drop-images.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())

const put = (actor: Actor, kind: string, bytes: Uint8Array<ArrayBuffer>) =>
  api.app.request(`http://localhost/api/creator/verification/images/${kind}`, {
    method: 'PUT',
    body: bytes,
    headers: { cookie: actor.cookie, 'content-type': 'image/jpeg' },
  })
const storedPictures = async () =>
  (await readdir(join(api.ctx.env.DATA_DIR, 'media'), { recursive: true })).filter((it) => it.endsWith('full'))

it('keeps one picture of each kind however many are sent at once, and none after they are dropped', async () => {
  const me = await api.makeUser()
  const claim = { legal_name: 'Me', birthdate: '1990-01-01', country: 'FR', document_kind: 'passport' as const }
  expect((await api.call(me, verification.init, claim)).status).toBeLessThan(300)
  const picture = new Uint8Array(
    await sharp({ create: { width: 640, height: 400, channels: 3, background: '#c2452d' } })
      .jpeg()
      .toBuffer(),
  )
  const kinds = ['document', 'selfie', 'document', 'document', 'document', 'selfie']
  const answers = await Promise.all(kinds.map((kind) => put(me, kind, picture)))
  expect(answers.map((it) => it.status)).toEqual(kinds.map(() => 200))
  expect(await storedPictures()).toHaveLength(2)
  expect((await put(me, 'document', picture)).status).toBe(200)
  expect(await storedPictures()).toHaveLength(2)
  await dropImages(api.ctx, me.id)
  expect(await storedPictures()).toEqual([])
})
