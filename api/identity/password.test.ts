import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../tests/support/api.ts'
import { browser, openIdentityApi, password } from '../../tests/support/identity.ts'
import { storedMails } from '../../tests/support/stored-mails.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())

const next = 'another-long-password'

it('changes a password only with the present one, for this user alone, and ends the other sessions', async () => {
  const [here, elsewhere, stranger] = [browser(api), browser(api), browser(api)]
  await here.signUp('owner@example.test')
  await stranger.signUp('stranger@example.test')
  await elsewhere.signIn('owner@example.test')
  const change = (current?: string) =>
    here.post('/api/account/password', {
      ...(current === undefined ? {} : { current_password: current }),
      new_password: next,
    })

  for (const wrong of [undefined, '', 'not-my-password', next]) expect((await change(wrong)).status).toBe(400)
  expect(await elsewhere.isIn()).toBe(true)
  expect((await browser(api).signIn('owner@example.test', next)).status).toBe(401)

  expect((await change(password)).status).toBe(200)
  expect([await here.isIn(), await elsewhere.isIn(), await stranger.isIn()]).toEqual([true, false, true])
  expect((await browser(api).signIn('owner@example.test')).status).toBe(401)
  expect((await browser(api).signIn('owner@example.test', next)).status).toBe(200)
  expect((await browser(api).signIn('stranger@example.test')).status).toBe(200)
})

it('writes to the owner, and to no other user, that the password has changed', async () => {
  const [here, stranger] = [browser(api), browser(api)]
  await here.signUp('changes@example.test')
  await stranger.signUp('stays@example.test')
  const mailsTo = async (email: string) => (await storedMails(api)).filter((it) => it.to === email).length
  const before = await mailsTo('stays@example.test')
  const mine = await mailsTo('changes@example.test')
  await here.post('/api/account/password', { current_password: password, new_password: next })
  expect(await mailsTo('changes@example.test')).toBe(mine + 1)
  expect(await mailsTo('stays@example.test')).toBe(before)
})
