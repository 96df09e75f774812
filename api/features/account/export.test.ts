import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Actor, TestApi } from '../../../tests/support/api.ts'
import { openIdentityApi } from '../../../tests/support/identity.ts'
import { makeMarkedPerson } from '../../../tests/support/marked-person.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { unzip } from '../../../tests/support/unzip.ts'
import { newId } from '../../platform/db/ids.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { media } from '../../platform/db/schema/media.ts'
import { personalData } from './personal-data.ts'

const api = {} as TestApi
beforeAll(async () => {
  Object.assign(api, await openIdentityApi())
  return () => api.close()
})

const exportOf = (actor: Actor) =>
  Promise.resolve(api.app.request('http://localhost/api/account/export', { headers: { cookie: actor.cookie } }))

async function filesOf(actor: Actor): Promise<Record<string, string>> {
  const answer = await exportOf(actor)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  return unzip(Buffer.from(await answer.arrayBuffer()))
}
const rowsOf = (files: Record<string, string>, name: string): Record<string, unknown>[] =>
  JSON.parse(files[`${name}.json`] ?? 'null')

test('exports a file for every role of the table of personal data, without secrets, and a manifest with the counts', async () => {
  const other = await api.makeUser()
  const me = await makeMarkedPerson(api, other, 'exported')
  await giveCoins(api, me, 5)
  const pictureId = newId()
  await api.db.insert(media).values({ id: pictureId, ownerId: me.id, type: 'IMAGE', state: 'ready' })
  await api.ctx.storage.put(`${pictureId}/full`, Buffer.from('the bytes'), 'image/webp')
  // Their bytes are not those of a picture of this person now.
  for (const facts of [{ deletedAt: new Date(), state: 'ready' as const }, { state: 'processing' as const }]) {
    const id = newId()
    await api.db.insert(media).values({ id, ownerId: me.id, type: 'IMAGE', ...facts })
    await api.ctx.storage.put(`${id}/full`, Buffer.from('other bytes'), 'image/webp')
  }
  const files = await filesOf(me)
  const names = personalData.flatMap((it) => it.roles.flatMap((role) => role.file ?? []))
  expect(Object.keys(files)).toEqual([
    ...[...names, 'coins'].map((name) => `${name}.json`),
    `media/${pictureId}.webp`,
    'manifest.json',
  ])
  const manifest = JSON.parse(files['manifest.json'] ?? '')
  expect(manifest).toMatchObject({ complete: true, media_files: { added: 1 } })
  expect(manifest.media_files.missing).toHaveLength(1)
  for (const name of [...names, 'coins'])
    expect([name, rowsOf(files, name).length]).toEqual([name, manifest.rows[name]])
  const empty = names.filter((name) => manifest.rows[name] === 0)
  expect(empty.sort(), 'what this person has none of').toEqual(
    ['acted_as_operator', 'acting_log', 'former_usernames', 'gifts_received', 'owned_media', 'purchases'].concat([
      'requests_made',
      'requests_received',
      'subscribers',
      'subscriptions',
      'traceable_copies',
    ]),
  )
  expect(rowsOf(files, 'profile')).toMatchObject([{ bio: 'exported' }])
  expect(rowsOf(files, 'payouts')).toMatchObject([{ amount_cents: 2_000 }])
  expect(rowsOf(files, 'topups')).toMatchObject([{ amount_cents: 500 }])
  expect(rowsOf(files, 'gifts_given')).toMatchObject([{ message: 'exported', creator: other.username }])
  expect(rowsOf(files, 'coins')).toMatchObject([{ amount_cents: 500, account: 'wallet' }])
  expect(rowsOf(files, 'messages_sent')).toMatchObject([{ content: 'exported', receiver: other.username }])
  expect(rowsOf(files, 'messages_received')).toMatchObject([{ content: 'theirs', sender: other.username }])
  const text = JSON.stringify(files)
  expect(text).not.toContain(decodeURIComponent(me.cookie.split('=')[1] ?? '').split('.')[0])
  expect(text).not.toMatch(/\\"(?:token|password|secret|sealed|backup_codes|access_token|auth)\\"/)
})

test('exports more rows than fit on a page, each once', async () => {
  const [me, other, sessionId] = [await api.makeUser(), await api.makeUser(), newId()]
  const rows = Array.from({ length: 1_203 }, (_, seq) => ({ id: newId(), sessionId, seq, type: 'text' as const }))
  for (const [at, sent] of [rows.slice(0, 600), rows.slice(600)].entries()) {
    const parties = at === 0 ? { senderId: me.id, receiverId: other.id } : { senderId: other.id, receiverId: me.id }
    await api.db.insert(messages).values(sent.map((row) => ({ ...row, ...parties, content: `n${row.seq}` })))
  }
  const files = await filesOf(me)
  const contents = [...rowsOf(files, 'messages_sent'), ...rowsOf(files, 'messages_received')].map((it) => it.content)
  expect(contents).toEqual(rows.map((row) => `n${row.seq}`))
})

test('breaks off an export that cannot be finished, and frees its place', async () => {
  const me = await api.makeUser()
  await api.db.execute(sql.raw('alter table payouts rename to payouts_away'))
  const answer = await exportOf(me)
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await api.db.execute(sql.raw('alter table payouts_away rename to payouts'))
  expect(JSON.parse((await filesOf(me))['manifest.json'] ?? '')).toMatchObject({ complete: true })
})

test('sends one export to a user and three at once, and takes the next when a reader leaves', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => api.makeUser()))
  const [first, second, third, fourth] = people as [Actor, Actor, Actor, Actor]
  // More than the streams hold, so that an export lasts until it is read.
  for (const person of people) {
    const id = newId()
    await api.db.insert(media).values({ id, ownerId: person.id, type: 'IMAGE', state: 'ready' })
    await api.ctx.storage.put(`${id}/full`, randomBytes(2_000_000), 'image/webp')
  }
  const open = [await exportOf(first), await exportOf(second), await exportOf(third)]
  const again = await exportOf(first)
  expect([again.status, again.headers.get('retry-after')]).toEqual([503, '60'])
  expect((await exportOf(fourth)).status).toBe(503)
  await open[0]?.body?.cancel()
  // A place is free, but not for who has one.
  await vi.waitFor(async () => {
    const answer = await exportOf(fourth)
    expect(answer.status).toBe(200)
    expect((await exportOf(second)).status).toBe(503)
    await answer.arrayBuffer()
  }, 10_000)
  expect((await exportOf(second)).status).toBe(503)
  for (const answer of open.slice(1)) await answer.arrayBuffer()
})
