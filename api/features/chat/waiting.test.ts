import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { inbox } from '../../../contract/inbox.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { users } from '../../../contract/users.ts'
import { makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { block, follow, subscribe } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { chatMembers } from '../../platform/db/schema/chat.ts'
import { users as usersTable } from '../../platform/db/schema/identity.ts'

const api = testApi()

/** A creator to whom all of these wrote last, an hour ago, the first one first. */
async function makeWaiting() {
  const { creator, operator } = await makeAgency(api, rights('can_chat'))
  const star = (chatAccessPolicy: 'SUBSCRIBERS' | 'FOLLOWERS_OR_SUBSCRIBERS') =>
    api.makeUser({ isCreator: true, chatAccessPolicy })
  const people = {
    blocker: await api.makeUser(),
    blocked: await api.makeUser(),
    gone: await api.makeUser(),
    unfollowed: await star('FOLLOWERS_OR_SUBSCRIBERS'),
    unsubscribed: await star('SUBSCRIBERS'),
    followed: await star('FOLLOWERS_OR_SUBSCRIBERS'),
    subscribed: await star('SUBSCRIBERS'),
    fan: await api.makeUser(),
  }
  for (const person of Object.values(people)) {
    await subscribe(api, person, creator)
    expect((await api.call(person, chat.send, { receiver_id: creator.id, content: 'Hello' })).status).toBe(201)
  }
  await api.db
    .update(chatMembers)
    .set({ lastMessageAt: new Date(Date.now() - 3_600_000) })
    .where(eq(chatMembers.userId, creator.id))
  for (const person of [people.followed, people.unsubscribed]) await follow(api, creator, person)
  await subscribe(api, creator, people.subscribed)
  return { creator, operator, people }
}

const waiting = async (creator: Actor, operator: Actor) => {
  const listed = async (query: object) => {
    const { data } = (await api.call(creator, chat.conversations, { mode: 'creator', ...query })).data
    return data.map((it) => it.other_user_id).sort()
  }
  const rows = (await api.call(creator, chat.conversations, { mode: 'creator', sort: 'oldest_unanswered' })).data.data
  const isWaiting = rows.map((it) => it.fan?.awaits_answer === true)
  // Who waits stands before who does not.
  expect(isWaiting).toEqual([...isWaiting].sort((a, b) => Number(b) - Number(a)))
  const desk = async (query: object) =>
    (await api.call(operator, teamInbox.inbox, query)).data.data.map((it) => it.fan.id).sort()
  const all = (await api.call(operator, teamInbox.inbox, {})).data.data
  const counts = (await api.call(creator, inbox.counts, { mode: 'creator' })).data
  const creators = (await api.call(operator, teamInbox.creators, {})).data.data
  return {
    ids: [
      await listed({ filter: 'unanswered' }),
      await listed({ filter: 'waiting' }),
      rows
        .filter((it) => it.fan?.awaits_answer)
        .map((it) => it.other_user_id)
        .sort(),
      await desk({ show: 'unanswered' }),
      await desk({ sort: 'waiting' }),
      all
        .filter((it) => it.awaits_answer)
        .map((it) => it.fan.id)
        .sort(),
      all
        .filter((it) => it.may_write)
        .map((it) => it.fan.id)
        .sort(),
    ],
    counts: [counts.unanswered, counts.waiting, creators[0]?.waiting],
    listed: rows.length,
  }
}

it('waits for no answer where the creator may not write: lists, counts and the desk agree', async () => {
  const { creator, operator, people } = await makeWaiting()
  const everyone = await waiting(creator, operator)
  expect(everyone.counts).toEqual([6, 6, 6])
  await block(api, people.blocker, creator)
  await block(api, creator, people.blocked)
  await api.db.update(usersTable).set({ deletedAt: new Date() }).where(eq(usersTable.id, people.gone.id))
  const open = [people.followed, people.subscribed, people.fan].map((it) => it.id).sort()
  const now = await waiting(creator, operator)
  for (const ids of now.ids) expect(ids).toEqual(open)
  expect(now.counts).toEqual([3, 3, 3])
  // They stay in the list of all conversations.
  expect(now.listed).toBe(8)
})

it('waits again when the block is lifted, and when the creator follows', async () => {
  const { creator, operator, people } = await makeWaiting()
  await block(api, creator, people.blocked)
  await api.call(creator, users.unblock, { id: people.blocked.id })
  await api.call(creator, users.follow, { id: people.unfollowed.id })
  expect((await waiting(creator, operator)).counts).toEqual([7, 7, 7])
})
