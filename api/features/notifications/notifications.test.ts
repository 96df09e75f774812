import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { notificationGroups, notifications, notificationTypes } from '../../../contract/notifications.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { users } from '../../../contract/users.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { block } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { pushSubscriptions } from '../../platform/db/schema/notifications.ts'
import { notify } from './notify.ts'
import { isPushService, vapidKeys } from './push.ts'
import { notificationText } from './views.ts'

const api = testApi()

const leave = async (it: Parameters<typeof notify>[2]) => (await api.db.transact((tx) => notify(tx, api.ctx, it)))()

it.each([
  ['tip_received', 'en', 100, 'Somebody has tipped you 1 coin'],
  ['refunded', 'en', 250, 'You were given 2.5 coins back'],
  ['refunded', 'fr', 100, 'On vous a rendu 1 pièce'],
  ['refunded', 'fr', 200, 'On vous a rendu 2 pièces'],
  ['payout_approved', 'en', 2000, 'Your payout of €20.00 was approved'],
] as const)('%s in %s: %d cents', (type, locale, cents, text) => {
  expect(notificationText({ type, amount_cents: cents, happens_at: null }, null, locale)).toBe(text)
})

it('lists newest first in both languages, marks some or all read, and leaves out blocked users', async () => {
  const [alice, fiona, mallory] = [
    await api.makeUser({ isCreator: true }),
    await api.makeUser({ displayName: 'Fiona' }),
    await api.makeUser(),
  ]
  const { postId } = await makePaidPost(api, alice, 4)
  await leave({ userId: alice.id, type: 'post_like', actorId: fiona.id, object: { kind: 'post', id: postId } })
  await leave({ userId: alice.id, type: 'tip_received', actorId: fiona.id, object: null, amountCents: 1250 })
  await leave({ userId: alice.id, type: 'new_follower', actorId: mallory.id, object: null })
  await leave({ userId: alice.id, type: 'post_like', actorId: alice.id, object: { kind: 'post', id: postId } })
  await block(api, alice, mallory)
  const { data } = (await api.call(alice, notifications.list, {})).data
  expect(data.map((one) => one.text)).toEqual(['Fiona has tipped you 12.5 coins', 'Fiona likes your post'])
  expect(data[1]?.object.url).toBe(`/@${alice.username}/${postId}`)
  const french = await api.call(alice, notifications.list, { limit: 1 }, { 'x-fanfare-locale': 'fr-FR' })
  expect(french.data.data[0]?.text).toContain('12,5 pièces')
  await api.call(alice, notifications.read, { ids: [data[0]?.id ?? ''] })
  expect((await api.call(alice, notifications.list, { unread: 'true' })).data.data).toHaveLength(1)
  await api.call(fiona, notifications.read, {})
  expect((await api.call(alice, notifications.list, { unread: 'true' })).data.data).toHaveLength(1)
  await api.call(alice, notifications.read, {})
  expect((await api.call(alice, notifications.list, { unread: 'true' })).data.data).toEqual([])
})

it('notifies of a new follower once a day, and not of older followers', async () => {
  const [alice, fiona] = [await api.makeUser({ isCreator: true }), await api.makeUser({ displayName: 'Fiona' })]
  for (const step of [users.follow, users.follow, users.unfollow, users.follow])
    await api.call(fiona, step, { id: alice.id })
  const { data } = (await api.call(alice, notifications.list, {})).data
  expect(data.map((it) => [it.text, it.object.url])).toEqual([['Fiona follows you now', `/@${fiona.username}`]])
  expect((await api.call(fiona, notifications.list, {})).data.data).toEqual([])
})

it('notifies across a block in neither direction', async () => {
  const [alice, mallory] = [await api.makeUser(), await api.makeUser()]
  await block(api, alice, mallory)
  await leave({ userId: alice.id, type: 'new_follower', actorId: mallory.id, object: null })
  await leave({ userId: mallory.id, type: 'message_like', actorId: alice.id, object: null })
  for (const who of [alice, mallory]) expect((await api.call(who, profile.get, {})).data.unread_notifications).toBe(0)
  await leave({ userId: alice.id, type: 'new_sign_in', actorId: null, object: null })
  expect((await api.call(alice, profile.get, {})).data.unread_notifications).toBe(1)
})

it('writes nothing of a group that is turned off', async () => {
  const [alice, fiona] = [await api.makeUser(), await api.makeUser()]
  const changed = (await api.call(alice, notifications.setSettings, { group: 'social', app: false, discreet: true }))
    .data
  expect(changed).toMatchObject({
    discreet: true,
    groups: expect.arrayContaining([{ group: 'social', app: false, email: false, push: true }]),
  })
  await leave({ userId: alice.id, type: 'new_follower', actorId: fiona.id, object: null })
  await leave({ userId: alice.id, type: 'tip_received', actorId: fiona.id, object: null, amountCents: 100 })
  expect((await api.call(alice, notifications.list, {})).data.data.map((one) => one.type)).toEqual(['tip_received'])
})

it('has every kind in exactly one group', () => {
  expect(Object.values(notificationGroups).flat().sort()).toEqual(Object.keys(notificationTypes).sort())
})

it('takes only known push services, and one owner per browser', async () => {
  for (const bad of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://127.0.0.1/x',
    'https://fcm.googleapis.com:8443/x',
    'https://a@fcm.googleapis.com/x',
    'https://evilnotify.windows.com/x',
  ]) {
    expect(isPushService(bad), bad).toBe(false)
  }
  const [alice, fiona] = [await api.makeUser(), await api.makeUser()]
  const browser = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${newId()}`,
    p256dh: 'B'.repeat(87),
    auth: 'A'.repeat(22),
  }
  expect(
    (await api.call(alice, notifications.subscribePush, { ...browser, endpoint: 'https://internal.test/' })).status,
  ).toBe(400)
  expect((await api.call(alice, notifications.subscribePush, browser)).status).toBe(200)
  expect((await api.call(fiona, notifications.subscribePush, browser)).status).toBe(200)
  const rows = await api.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, browser.endpoint))
  expect(rows.map((row) => row.userId)).toEqual([fiona.id])
  expect(vapidKeys(api.ctx.env).publicKey).toHaveLength(87)
  expect((await api.call(alice, notifications.settings, {})).data.push_key).toBe(vapidKeys(api.ctx.env).publicKey)
})

it('leads from the reply to a comment to the page of its post', async () => {
  const [alice, fiona, frank] = [await makeCreator(api), await api.makeUser(), await api.makeUser()]
  const { postId } = await makePaidPost(api, alice, null, 1, 'public')
  const comment = (await api.call(fiona, posts.addComment, { id: postId, text: 'First' })).data
  await api.call(frank, posts.addComment, { id: postId, text: 'Second', reply_to: comment.id })
  const { data } = (await api.call(fiona, notifications.list, {})).data
  expect(data.map((it) => [it.type, it.object.url])).toEqual([['comment_reply', `/@${alice.username}/${postId}`]])
})

it('leads from a tip to the conversation in the list that it stands in', async () => {
  const [alice, fan, bob] = [await makeCreator(api), await api.makeUser(), await makeCreator(api)]
  const listed = async (mode: 'creator' | undefined) =>
    (await api.call(alice, chat.conversations, mode ? { mode } : {})).data.data.map((it) => it.other_user_id)
  // Alice has written to Bob first, whose fan she is there; the other fan writes to her as a creator.
  await api.call(alice, chat.send, { receiver_id: bob.id, content: 'A question' })
  for (const giver of [fan, bob]) {
    await giveCoins(api, giver, 10)
    expect((await api.call(giver, chat.tip, { id: alice.id, amount: 5 })).status).toBe(200)
    const answer = await api.call(alice, notifications.list, { limit: 1 })
    expect(answer.status).toBe(200)
    const [newest] = answer.data.data
    const mode = newest?.object.url.includes('mode=creator') ? 'creator' : undefined
    expect(newest?.object.url).toBe(`/chat?${mode ? 'mode=creator&' : ''}u=${giver.username}`)
    expect([giver.id, await listed(mode)]).toEqual([giver.id, expect.arrayContaining([giver.id])])
  }
  expect(await listed('creator')).toContain(fan.id)
})
