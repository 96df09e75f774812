import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { media as mediaContract } from '../../../contract/media.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { teamVault } from '../../../contract/team-vault.ts'
import { actAs, join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { makePaidPost } from '../../../tests/support/money.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { shiftFromNow } from '../../../tests/support/shifts.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { toShiftRow } from '../../identity/shifts.ts'
import { agencyCreators, agencyGrants } from '../../platform/db/schema/agencies.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { filmList, nameOfSize, playlistOf } from '../../platform/media/film-sizes.ts'

/** The addresses of media that an operator in person gets at the desk: who can use them, and until when (product §84). */
const api = testApi()
let app: Hono<Vars>
beforeAll(() => {
  app = bytesApp(api.ctx)
})
const canary = 'CANARY'

/** An operator with all rights, and a picture that the creator sells to a fan in a message. */
async function makeDesk() {
  const agency = await makeAgency(api, allRights)
  const fan = await api.makeUser()
  await follow(api, fan, agency.creator)
  const { mediaId } = await makePaidPost(api, agency.creator, 5)
  for (const variant of ['thumb', 'card', 'full'])
    await api.ctx.storage.put(`${mediaId}/${variant}`, Buffer.from(canary), 'image/webp')
  const sent = await api.call(agency.creator, chat.send, { receiver_id: fan.id, media_ids: [mediaId], price: 5 })
  const target = { agency_id: agency.agencyId, as_creator_id: agency.creator.id }
  return { ...agency, fan, mediaId, target, messageId: sent.data.id }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

const inChat = async ({ operator, target, fan }: Desk) =>
  (await api.call(operator, teamInbox.conversation, { ...target, fan_id: fan.id })).data.messages.data[0]?.media[0]
    ?.url ?? ''
const inVault = async ({ operator, target }: Desk) =>
  (await api.call(operator, teamVault.index, target)).data.first[0]?.thumb ?? ''

const get = (url: string, actor: Actor | null) => app.request(url, { headers: { cookie: actor?.cookie ?? '' } })
const statusAt = async (url: string, actor: Actor | null) => (await get(url, actor)).status

const setGrant = (desk: Desk, change: Partial<typeof agencyGrants.$inferInsert>) =>
  api.db.update(agencyGrants).set(change).where(eq(agencyGrants.id, desk.grantId))
const setLink = (desk: Desk, change: Partial<typeof agencyCreators.$inferInsert>) =>
  api.db.update(agencyCreators).set(change).where(eq(agencyCreators.id, desk.linkId))
const setUser = ({ id }: Actor, change: Partial<typeof users.$inferInsert>) =>
  api.db.update(users).set(change).where(eq(users.id, id))
const { shifts, shift_zone: shiftZone } = toShiftRow(shiftFromNow(60))

describe('an address of a media at the desk', () => {
  it('is bound to operator, grant and flag, and is kept by the browser for half a minute', async () => {
    const desk = await makeDesk()
    const [shown, chosen] = [await inChat(desk), await inVault(desk)]
    expect(shown).toContain(`/card?v=can_chat.${desk.grantId}&`)
    expect(chosen).toContain(`/thumb?v=can_medias.${desk.grantId}&`)
    const answer = await get(shown, desk.operator)
    expect([answer.status, await answer.text()]).toEqual([200, canary])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=30, must-revalidate')
    expect(await statusAt(chosen, desk.operator)).toBe(200)
  })

  it('works for no other account and no other session', async () => {
    const [desk, elsewhere] = [await makeDesk(), await makeDesk()]
    const colleague = await api.makeUser()
    const memberId = await join(api, desk.owner, desk.agencyId, colleague)
    await api.call(desk.owner, agencies.putGrant, { ...desk.place, memberId, permissions: allRights })
    const others: [string, Actor | null][] = [
      ['a visitor', null],
      ['the fan', desk.fan],
      ['the creator', desk.creator],
      ['a colleague with a grant of their own', colleague],
      ['the owner of the agency', desk.owner],
      ['an operator of another agency', elsewhere.operator],
      ['the same operator, while acting', await actAs(api, desk.operator, desk.creator)],
    ]
    for (const url of [await inChat(desk), await inVault(desk)])
      for (const [who, actor] of others) expect(await statusAt(url, actor), who).toBe(404)
  })

  it('is not given in the words of the creator’s own, which the operator cannot use', async () => {
    const desk = await makeDesk()
    const { data } = await api.call(desk.creator, chat.messages, { userId: desk.fan.id })
    const own = data.data[0]?.media[0]?.url ?? ''
    expect([await statusAt(own, desk.creator), await statusAt(own, desk.operator)]).toEqual([200, 404])
  })

  it('opens nothing with another grant, another flag or another media in it', async () => {
    const [desk, elsewhere] = [await makeDesk(), await makeDesk()]
    const url = await inChat(desk)
    for (const changed of [
      url.replace(desk.grantId, elsewhere.grantId),
      url.replace('can_chat', 'can_medias'),
      url.replace('can_chat', 'can_social'),
      url.replace(`can_chat.${desk.grantId}`, 'u'),
      url.replace(`can_chat.${desk.grantId}`, 'p'),
      url.replace(desk.mediaId, elsewhere.mediaId),
    ])
      expect(await statusAt(changed, desk.operator), changed).toBe(404)
  })

  it.each<[string, (desk: Desk) => Promise<unknown>]>([
    ['the grant is revoked', (it) => api.call(it.owner, agencies.removeGrant, it.place)],
    ['the creator ends the access', (it) => api.call(it.creator, agencies.endAccess, { grantId: it.grantId })],
    ['the creator leaves the agency', (it) => api.call(it.creator, agencies.endLink, { id: it.linkId })],
    ['the agency is dissolved', (it) => api.call(it.owner, agencies.dissolve, { id: it.agencyId })],
    [
      'the operator is removed',
      (it) => api.call(it.owner, agencies.removeMember, { id: it.agencyId, memberId: it.memberId }),
    ],
    ['the grant has expired', (it) => setGrant(it, { until: new Date(Date.now() - 1_000) })],
    ['the shift is over', (it) => setGrant(it, { shifts, shiftZone })],
    ['the grant has neither flag', (it) => setGrant(it, { canChat: false, canMedias: false })],
    ['the ceiling has neither flag', (it) => setLink(it, { canChat: false, canMedias: false })],
    ['the creator blocks the operator', (it) => block(api, it.creator, it.operator)],
    ['the creator has closed the account', (it) => setUser(it.creator, { deletedAt: new Date() })],
    ['the creator is no creator any more', (it) => setUser(it.creator, { isCreator: false })],
    ['the operator’s address is not confirmed', (it) => setUser(it.operator, { emailVerified: false })],
  ])('is worth nothing once %s', async (_, lose) => {
    const desk = await makeDesk()
    const urls = [await inChat(desk), await inVault(desk)]
    for (const url of urls) expect(await statusAt(url, desk.operator)).toBe(200)
    await lose(desk)
    for (const url of urls) expect(await statusAt(url, desk.operator)).toBe(404)
  })

  it('ends with its own flag, whatever the other one opens', async () => {
    const desk = await makeDesk()
    const [shown, chosen] = [await inChat(desk), await inVault(desk)]
    const seen = async () => [await statusAt(shown, desk.operator), await statusAt(chosen, desk.operator)]
    await setGrant(desk, { canMedias: false })
    expect(await seen()).toEqual([200, 404])
    await setGrant(desk, { canMedias: true, canChat: false })
    expect(await seen()).toEqual([404, 200])
  })

  it('of a film leads to a playlist whose addresses are bound as it is', async () => {
    const desk = await makeDesk()
    const facts = { bandwidth: 1, average: 1, codecs: 'avc1.64001f' }
    const size = { name: nameOfSize(480), width: 8, height: 8, ...facts }
    await api.db
      .update(media)
      .set({ type: 'VIDEO', durationMs: 1_000, hasPoster: true, renditions: { sizes: [size], sound: null } })
      .where(eq(media.id, desk.mediaId))
    const list = `#EXTM3U\n#EXTINF:4.0,\n#EXT-X-BYTERANGE:6@0\n${size.name}.mp4\n`
    await api.ctx.storage.put(`${desk.mediaId}/${playlistOf(size.name)}`, Buffer.from(list), 'text/plain')
    const { data } = await api.call(desk.operator, teamInbox.conversation, { ...desk.target, fan_id: desk.fan.id })
    const hls = data.messages.data[0]?.media[0]?.hls ?? ''
    expect(hls).toContain(`/${filmList}?v=can_chat.${desk.grantId}&`)
    const text = await (await get(hls, desk.operator)).text()
    const [part = ''] = /\/media\/\S+v=can_chat\.[^\s"]+/.exec(text) ?? []
    expect([await statusAt(part, desk.operator), await statusAt(part, desk.creator)]).toEqual([200, 404])
    expect(text).not.toContain('v=u&')
    await api.call(desk.owner, agencies.removeGrant, desk.place)
    expect([await statusAt(hls, desk.operator), await statusAt(part, desk.operator)]).toEqual([404, 404])
  })
})

describe('the vault at the desk', () => {
  it('answers what acting answers, and says what the fan has of it', async () => {
    const desk = await makeDesk()
    await api.call(desk.creator, mediaContract.update, { id: desk.mediaId, folder: 'Beach', tags: ['sea'] })
    const index = (await api.call(desk.operator, teamVault.index, { ...desk.target, for: desk.fan.id })).data
    expect(index).toMatchObject({ count: 1, first: [{ id: desk.mediaId, for_fan: 'sent' }] })
    const { bucket = '' } = index.buckets[0] ?? {}
    const tiles = (await api.call(desk.operator, teamVault.bucket, { ...desk.target, bucket })).data.data
    expect(tiles).toMatchObject([{ id: desk.mediaId, for_fan: null, thumb: index.first[0]?.thumb }])
    expect((await api.call(desk.operator, teamVault.labels, desk.target)).data).toEqual({
      folders: [{ name: 'Beach', count: 1 }],
      tags: [{ name: 'sea', count: 1 }],
    })
    const one = (await api.call(desk.operator, teamVault.media, { ...desk.target, id: desk.mediaId })).data
    expect([one.folder, await statusAt(one.url ?? '', desk.operator)]).toEqual(['Beach', 200])
  })

  it('has no media of another creator, and none that a fan sent', async () => {
    const [desk, elsewhere] = [await makeDesk(), await makeDesk()]
    const ask = (id: string) => api.call(desk.operator, teamVault.media, { ...desk.target, id })
    expect((await ask(elsewhere.mediaId)).refusal.error).toBe('not_found')
    await api.db.update(media).set({ onlyFor: desk.fan.id }).where(eq(media.id, desk.mediaId))
    expect((await ask(desk.mediaId)).refusal.error).toBe('not_found')
    expect((await api.call(desk.operator, teamVault.index, desk.target)).data.count).toBe(0)
  })

  it('tells what a fan has only with can_chat, and prices only with can_payment', async () => {
    const desk = await makeDesk()
    const denied = async (filter: object) =>
      (await api.call(desk.operator, teamVault.index, { ...desk.target, ...filter })).refusal as { flag?: string }
    await setGrant(desk, { canChat: false, canPayment: false })
    expect((await denied({ for: desk.fan.id })).flag).toBe('can_chat')
    expect((await denied({ min_price: 5 })).flag).toBe('can_payment')
    expect((await api.call(desk.operator, teamVault.index, desk.target)).status).toBe(200)
  })
})

describe('a message with media from the desk', () => {
  it('is sold as the team with its free preview, and its addresses are the operator’s', async () => {
    const desk = await makeDesk()
    const { mediaIds } = await makePaidPost(api, desk.creator, 5, 2)
    const [free = '', sold = ''] = mediaIds
    const sent = await api.call(desk.operator, teamInbox.send, {
      ...{ ...desk.target, receiver_id: desk.fan.id, content: 'For you' },
      ...{ media_ids: [free, sold], preview_ids: [free], price: 7 },
    })
    expect([sent.status, sent.data.price, sent.data.author]).toEqual([201, 7, 'team'])
    expect(sent.data.media.map((it) => it.url?.includes(`v=can_chat.${desk.grantId}&`))).toEqual([true, true])
    const { data } = await api.call(desk.fan, chat.messages, { userId: desk.creator.id })
    expect(data.data[0]?.media.map((it) => it.locked)).toEqual([false, true])
  })

  it('is refused with media of another creator, and nothing is sent', async () => {
    const [desk, elsewhere] = [await makeDesk(), await makeDesk()]
    const message = { receiver_id: desk.fan.id, content: 'x', media_ids: [elsewhere.mediaId] }
    const refused = await api.call(desk.operator, teamInbox.send, { ...desk.target, ...message })
    expect([refused.status, refused.refusal.error]).toEqual([404, 'not_found'])
    const { data } = await api.call(desk.fan, chat.messages, { userId: desk.creator.id })
    expect(data.data).toHaveLength(1)
  })

  it('is refused without the flag of its files or of its price, and once the grant has ended', async () => {
    const desk = await makeDesk()
    const send = async (more: object) =>
      (
        await api.call(desk.operator, teamInbox.send, {
          ...{ ...desk.target, receiver_id: desk.fan.id, media_ids: [desk.mediaId] },
          ...more,
        })
      ).refusal as { error: string; flag?: string }
    await api.call(desk.owner, agencies.putGrant, { ...desk.place, permissions: rights('can_chat', 'can_payment') })
    expect((await send({ price: 5 })).flag).toBe('can_medias')
    await api.call(desk.owner, agencies.putGrant, { ...desk.place, permissions: rights('can_chat', 'can_medias') })
    expect((await send({ price: 5 })).flag).toBe('can_payment')
    await api.call(desk.owner, agencies.removeGrant, desk.place)
    expect((await send({})).error).toBe('forbidden')
  })
})
