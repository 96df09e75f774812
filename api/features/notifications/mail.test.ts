import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, makePaidPost } from '../../../tests/support/money.ts'
import { freePort } from '../../../tests/support/ports.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { headerOf, openSmtpServer, type SmtpServer } from '../../../tests/support/smtp-server.ts'
import { storedMails } from '../../../tests/support/stored-mails.ts'
import { mails } from '../../platform/db/schema/identity.ts'
import { statement, uuid } from '../../platform/db/statement.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { mailDigests, periodStart } from './digest.ts'
import { mailDue } from './mail.ts'
import { type NewNotification, notify } from './notify.ts'

let api: TestApi
let office: SmtpServer
beforeAll(async () => {
  const port = await freePort()
  office = await openSmtpServer(port)
  api = await openTestApi({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Fanfare <hello@fanfare.test>' } })
})
afterAll(async () => {
  await api.close()
  await office.close()
})
beforeEach(async () => {
  await api.db.delete(mails)
})

const leave = async (it: NewNotification) => (await api.db.transact((tx) => notify(tx, api.ctx, it)))()
const notifyOfFollower = (userId: string, actorId: string) =>
  leave({ userId, type: 'new_follower', actorId, object: null })
const letters = () => storedMails(api)
const halfAMinute = () => api.turnClock(31_000)

it('mails only the chosen kinds, once, in one mail, in the reader’s language, with an unsubscribe link', async () => {
  const alice = await api.makeUser({ locale: 'fr', email: 'alice@mail.test', isCreator: true })
  const [fiona, frank] = [await api.makeUser({ displayName: 'Fiona <3' }), await api.makeUser({ displayName: 'Frank' })]
  await api.call(alice, notifications.setSettings, { group: 'social', email: true })
  await notifyOfFollower(alice.id, fiona.id)
  await notifyOfFollower(alice.id, frank.id)
  await leave({ userId: alice.id, type: 'tip_received', actorId: fiona.id, object: null, amountCents: 500 })
  await mailDue(api.ctx)
  expect(await letters(), 'there is half a minute to read it').toEqual([])
  halfAMinute()
  await Promise.all([mailDue(api.ctx), mailDue(api.ctx)])
  await mailDue(api.ctx)
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter).toMatchObject({ to: 'alice@mail.test', subject: 'Du nouveau pour vous sur Fanfare' })
  expect(letter?.text).toContain('· Frank vous suit désormais\n· Fiona <3 vous suit')
  expect(letter?.text).not.toContain('pièces')
  expect(letter?.html).toContain('Fiona &lt;3')

  await api.runJobs()
  const [sent = ''] = office.letters.splice(0)
  expect(sent).toContain('Content-Type: text/plain')
  expect(sent).toContain('Content-Type: text/html')
  expect(headerOf(sent, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const address = headerOf(sent, 'List-Unsubscribe')?.match(/^<(http:\/\/localhost:8787(\/api\/\S+))>$/)
  const path = address?.[2] ?? ''

  // A scanner's GET of the link changes nothing; the mail program's one-click POST unsubscribes without a cookie.
  const asked = await api.fetch(null, path, { headers: { 'accept-language': 'fr' } })
  expect(await asked.text()).toContain('Ne plus recevoir ces e-mails')
  const isOn = async () =>
    (await api.call(alice, notifications.settings, {})).data.groups.filter((it) => it.email).map((it) => it.group)
  expect(await isOn()).toEqual(['social', 'renewals'])
  const oneClick = {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  expect((await api.fetch(null, `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, oneClick)).status).toBe(404)
  expect(await isOn()).toEqual(['social', 'renewals'])
  expect((await api.fetch(null, path, oneClick)).status).toBe(200)
  expect(await isOn()).toEqual([])
  await notifyOfFollower(alice.id, fiona.id)
  halfAMinute()
  await mailDue(api.ctx)
  expect(await api.db.$count(mails)).toBe(1)
})

it('mails nothing that was read, comes from a blocked user, or goes to an unverified address', async () => {
  const [alice, mina, fiona] = [
    await api.makeUser(),
    await api.makeUser({ emailVerified: false }),
    await api.makeUser(),
  ]
  for (const one of [alice, mina]) await api.call(one, notifications.setSettings, { group: 'social', email: true })
  await notifyOfFollower(alice.id, fiona.id)
  await api.call(alice, notifications.read, {})
  await notifyOfFollower(mina.id, fiona.id)
  halfAMinute()
  await mailDue(api.ctx)
  expect(await letters()).toEqual([])
  await notifyOfFollower(alice.id, fiona.id)
  await block(api, fiona, alice)
  halfAMinute()
  await mailDue(api.ctx)
  expect(await letters()).toEqual([])
})

it('mails and lists a sale like other notifications, and not when money is turned off', async () => {
  const alice = await api.makeUser({ isCreator: true })
  const fiona = await api.makeUser({ displayName: 'Fiona' })
  await giveCoins(api, fiona, 100)
  await api.call(alice, notifications.setSettings, { group: 'money', email: true })
  const first = await makePaidPost(api, alice, 4.5)
  await api.call(fiona, media.unlock, { id: first.mediaId, expected_price: 4.5 })
  const listed = async () => (await api.call(alice, notifications.list, {})).data.data.map((it) => it.text)
  expect(await listed()).toEqual([expect.stringMatching(/Fiona.*4\.5 coins/)])
  halfAMinute()
  await mailDue(api.ctx)
  expect(await letters()).toMatchObject([{ subject: expect.stringMatching(/Fiona.*4\.5 coins/) }])
  await api.call(alice, notifications.setSettings, { group: 'money', app: false })
  const second = await makePaidPost(api, alice, 3)
  await api.call(fiona, media.unlock, { id: second.mediaId, expected_price: 3 })
  halfAMinute()
  await mailDue(api.ctx)
  expect(await listed()).toHaveLength(1)
  expect(await letters()).toHaveLength(1)
})

it('names neither users nor content in discreet mode', async () => {
  const alice = await api.makeUser()
  const fiona = await api.makeUser({ displayName: 'Fiona' })
  await api.call(alice, notifications.setSettings, { discreet: true, digest: 'daily' })
  await api.call(alice, notifications.setSettings, { group: 'social', email: true })
  await notifyOfFollower(alice.id, fiona.id)
  await leave({ userId: alice.id, type: 'tip_received', actorId: fiona.id, object: null, amountCents: 500 })
  halfAMinute()
  await mailDue(api.ctx)
  api.turnClock(86_400_000)
  await mailDigests(api.ctx)
  const both = await letters()
  expect(both).toHaveLength(2)
  for (const letter of both) {
    expect(letter.subject).toBe('Something new for you')
    // Without addresses: the letters of a random signature may spell any short word.
    const words = `${letter.text} ${letter.html}`.replace(/https?:[^\s"<]+/g, '')
    expect(words).not.toMatch(/Fiona|tip|follow|fanfare/i)
  }
})

it.each([
  [true, 'hello@fanfare.test'],
  [false, 'Fanfare <hello@fanfare.test>'],
])('with discreet mode %s every mail is from %s, also one that cannot be turned off', async (discreet, sender) => {
  const alice = await api.makeUser()
  await api.call(alice, notifications.setSettings, { discreet })
  office.letters.length = 0
  const about = { userId: alice.id, kind: 'new_sign_in', url: 'http://localhost/x' } as const
  await sendMail(api.ctx, { to: 'alice@mail.test', ...about })
  await api.runJobs()
  expect(office.letters.map((it) => headerOf(it, 'From'))).toEqual([sender])
})

it('sends one digest a period with unread and unmailed notifications, broadcasts and waiting messages, without locked content', async () => {
  untilWednesday()
  const alice = await api.makeUser({ isCreator: true, username: 'digest_alice' })
  const reader = await api.makeUser({ locale: 'fr', email: 'reader@mail.test' })
  await follow(api, reader, alice)
  await api.call(reader, notifications.setSettings, { digest: 'weekly' })
  await api.call(reader, notifications.setSettings, { group: 'money', email: true })
  await api.call(reader, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'digest' })
  await api.call(alice, broadcasts.send, { audience: 'followers', content: 'a secret of the week' })
  await api.runJobs()
  await api.call(alice, chat.send, { receiver_id: reader.id, content: 'a secret of us two' })
  const actors: Actor[] = []
  for (let n = 0; n < 22; n++) actors.push(await api.makeUser({ displayName: `Fan ${n}` }))
  for (const actor of actors) await notifyOfFollower(reader.id, actor.id)
  await leave({ userId: reader.id, type: 'refunded', actorId: null, object: null, amountCents: 700 })
  halfAMinute()
  await mailDue(api.ctx)
  await api.db.delete(mails)

  await mailDigests(api.ctx)
  expect(await letters(), 'the period in which it was asked for is not over').toEqual([])
  api.turnClock(7 * 86_400_000)
  await Promise.all([mailDigests(api.ctx), mailDigests(api.ctx)])
  await mailDigests(api.ctx)
  const found = (await letters()).filter((it) => it.to === 'reader@mail.test')
  expect(found).toHaveLength(1)
  const [letter] = found
  expect(letter).toMatchObject({
    subject: 'Votre semaine sur Fanfare',
    unsubscribe: expect.stringContaining('.digest.'),
  })
  expect(letter?.text.match(/vous suit/g)).toHaveLength(20)
  expect(letter?.text).toContain('et 2 de plus')
  expect(letter?.text).toContain('Dans le canal de @digest_alice\u00a0: 1')
  expect(letter?.text).toContain('Messages non lus\u00a0: 1')
  expect(`${letter?.text} ${letter?.html}`).not.toMatch(/secret|rembours/)

  // Without news there is no mail; and the same key is never stored twice, whatever the stored moment says.
  api.turnClock(7 * 86_400_000)
  await mailDigests(api.ctx)
  expect((await letters()).filter((it) => it.to === 'reader@mail.test')).toHaveLength(1)
  await notifyOfFollower(reader.id, alice.id)
  api.turnClock(7 * 86_400_000)
  await mailDigests(api.ctx)
  await api.db.run(forgetDigest, { user: reader.id })
  await mailDigests(api.ctx)
  expect((await letters()).filter((it) => it.to === 'reader@mail.test')).toHaveLength(2)

  const path = new URL(letter?.unsubscribe ?? '').pathname
  expect((await api.fetch(null, path, { method: 'POST' })).status).toBe(200)
  expect((await api.call(reader, notifications.settings, {})).data.digest).toBe('off')
})

/** Days before and after the moment when one week's digest ends and the next starts. */
function untilWednesday(): void {
  const now = new Date(api.ctx.now())
  const days = (3 - now.getUTCDay() + 7) % 7 || 7
  api.turnClock(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 12) - now.getTime())
}

it('computes when a period started', () => {
  const at = (text: string) => Date.parse(text)
  expect(periodStart('daily', at('2026-11-21T06:59:59Z')).toISOString()).toBe('2026-11-20T07:00:00.000Z')
  expect(periodStart('daily', at('2026-11-21T07:00:00Z')).toISOString()).toBe('2026-11-21T07:00:00.000Z')
  expect(periodStart('weekly', at('2026-11-22T23:00:00Z')).toISOString()).toBe('2026-11-16T07:00:00.000Z')
  expect(periodStart('weekly', at('2026-11-23T06:00:00Z')).toISOString()).toBe('2026-11-16T07:00:00.000Z')
  expect(periodStart('weekly', at('2026-11-23T07:00:00Z')).toISOString()).toBe('2026-11-23T07:00:00.000Z')
})

const forgetDigest = statement(
  'test_forget_digest',
  { user: uuid },
  {},
  ({ user }) => `update notification_habits set digested_at = null where user_id = ${user}`,
)
