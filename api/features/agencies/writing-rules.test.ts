import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { albums } from '../../../contract/albums.ts'
import { automation } from '../../../contract/automation.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { captions } from '../../../contract/captions.ts'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { media } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { requests } from '../../../contract/requests.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import type { WritingRules } from '../../../contract/writing-rules.ts'
import { writingRules } from '../../../contract/writing-rules.ts'
import { actAs, join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { features } from '../../features.ts'
import { newId } from '../../platform/db/ids.ts'
import { media as mediaTable } from '../../platform/db/schema/media.ts'

const api = testApi()

/** An agency with these rules, its operator who acts, and a fan who follows the creator. */
async function makeTeam(rules: Partial<WritingRules> = {}) {
  const agency = await makeAgency(api)
  const set = (more: Partial<WritingRules>, by: Actor = agency.owner) =>
    api.call(by, writingRules.change, { id: agency.agencyId, restricted_words: [], asks_above: null, ...more })
  await set(rules)
  const fan = await api.makeUser()
  await follow(api, fan, agency.creator)
  const acting = await actAs(api, agency.operator, agency.creator)
  return { ...agency, fan, acting, set }
}

describe('the rules of an agency', () => {
  it('are read by its team, and changed by its managers alone', async () => {
    const { owner, operator, creator, agencyId, set } = await makeTeam({
      restricted_words: ['PayPal', 'pay-pal', 'paypal '],
    })
    const read = async (who: Actor) => (await api.call(who, writingRules.ofAgency, { id: agencyId })).data
    expect(await read(owner)).toEqual({ restricted_words: ['PayPal', 'pay-pal'], asks_above: null, may_edit: true })
    expect(await read(operator)).toMatchObject({ restricted_words: ['PayPal', 'pay-pal'], may_edit: false })
    expect((await set({ asks_above: 3 }, operator)).refusal.error).toBe('forbidden')
    expect((await set({ asks_above: 3 }, creator)).status).toBe(404)
    expect((await api.call(creator, writingRules.ofAgency, { id: agencyId })).status).toBe(404)
    expect((await set({ asks_above: 3 })).data).toEqual({ restricted_words: [], asks_above: 3, may_edit: true })
  })

  it.each([
    { restricted_words: ['x'] },
    { restricted_words: ['...'] },
    { restricted_words: Array.from({ length: 201 }, (_, n) => `word ${n}`) },
    { restricted_words: ['x'.repeat(41)] },
    { asks_above: 0.001 },
  ])('are not %j', async (rules) => {
    const { set } = await makeTeam()
    expect((await set(rules)).refusal.error).toBe('invalid_input')
  })

  it('are answered to a session that acts; in person there are none', async () => {
    const { acting, operator, creator } = await makeTeam({ restricted_words: ['paypal'], asks_above: 50 })
    const read = async (who: Actor) => (await api.call(who, writingRules.whileActing, {})).data
    expect(await read(acting)).toEqual({ restricted_words: ['paypal'], asks_above: 50 })
    expect(await read(operator)).toEqual({ restricted_words: [], asks_above: null })
    expect(await read(creator)).toEqual({ restricted_words: [], asks_above: null })
  })
})

describe('a restricted word', () => {
  it('is refused to an operator with its name, from the next call on, and to no one else', async () => {
    const { acting, operator, creator, agencyId, fan, set } = await makeTeam()
    const words = { receiver_id: fan.id, content: 'Send it by P A Y P A L' }
    const desk = { ...words, agency_id: agencyId, as_creator_id: creator.id }
    expect((await api.call(acting, chat.send, words)).status).toBe(201)
    await set({ restricted_words: ['paypal'] })
    expect((await api.call(acting, chat.send, words)).refusal).toMatchObject({
      error: 'restricted_word',
      word: 'paypal',
      message: 'Your agency does not allow \u201cpaypal\u201d here.',
    })
    expect((await api.call(operator, teamInbox.send, desk)).refusal.error).toBe('restricted_word')
    expect((await api.call(creator, chat.send, words)).status).toBe(201)
    expect((await api.call(fan, chat.send, { ...words, receiver_id: creator.id })).status).toBe(201)
  })

  it('of another agency of the same operator and creator counts for nothing', async () => {
    const { operator, creator, fan, agencyId } = await makeTeam({ restricted_words: ['paypal'] })
    const other = await makeAgency(api)
    const memberId = await join(api, other.owner, other.agencyId, operator)
    const place = { id: other.agencyId, memberId, creatorId: other.linkId }
    await api.call(other.owner, agencies.putGrant, { ...place, permissions: { can_chat: true } })
    await follow(api, fan, other.creator)
    const words = { receiver_id: fan.id, content: 'paypal' }
    const send = async (agency: string, as: Actor) =>
      (await api.call(operator, teamInbox.send, { ...words, agency_id: agency, as_creator_id: as.id })).status
    expect(await send(other.agencyId, other.creator)).toBe(201)
    expect(await send(agencyId, creator)).toBe(422)
  })

  const nil = newId()
  const cue = { start: 0, end: 1_000, text: 'by paypal' }
  const writes: [Endpoint, Record<string, unknown>][] = [
    [albums.create, { name: 'paypal', description: '' }],
    [albums.create, { name: 'Tours', description: 'paypal' }],
    [albums.update, { id: nil, name: 'paypal' }],
    [albums.update, { id: nil, description: 'paypal' }],
    [automation.create, { trigger: 'follow', content: 'paypal' }],
    [automation.update, { id: nil, trigger: 'follow', content: 'paypal' }],
    [broadcasts.send, { audience: 'all', content: 'paypal' }],
    [broadcasts.send, { audience: 'all', content: 'x', second_content: 'paypal' }],
    [captions.save, { id: nil, language: 'en', cues: [cue] }],
    [captions.save, { id: nil, language: 'en', file: 'WEBVTT\n\n00:00.000 --> 00:01.000\nby paypal\n' }],
    [chat.send, { receiver_id: nil, content: 'paypal' }],
    [chat.edit, { id: nil, content: 'paypal' }],
    [chatTools.saveReply, { title: 'Paying', content: 'paypal' }],
    [chatTools.setWelcome, { enabled: true, content: 'paypal' }],
    [media.update, { id: nil, description: 'paypal' }],
    [posts.create, { text: 'paypal', visibility: 'public' }],
    [posts.update, { id: nil, text: 'paypal' }],
    [posts.addComment, { id: nil, text: 'paypal' }],
    [profile.update, { bio: 'paypal' }],
    [profile.update, { display_name: 'paypal' }],
    [profile.update, { location: 'paypal' }],
    [profile.update, { links: [{ title: 'paypal', url: 'https://shop.example/' }] }],
    [profile.update, { tags: ['paypal'] }],
    [requests.deliver, { id: nil, media_ids: [nil], content: 'paypal' }],
  ]
  it('is refused wherever fans read what an operator writes', async () => {
    const { acting } = await makeTeam({ restricted_words: ['paypal'] })
    for (const [endpoint, body] of writes)
      expect([endpoint.path, (await api.call(acting, endpoint, body)).refusal.error]).toEqual([
        endpoint.path,
        'restricted_word',
      ])
  })

  it('is looked for in every field that fans read', () => {
    const tried = new Set(writes.flatMap(([endpoint, body]) => fieldsOf(endpoint, Object.keys(body))))
    const declared = writable().flatMap((endpoint) => fieldsOf(endpoint, endpoint.fansRead ?? []))
    expect(declared.filter((it) => !tried.has(it))).toEqual([])
  })

  /** What an operator writes that no fan reads. */
  const forTheTeam = new Set([
    'POST /api/creator/lists name',
    'PATCH /api/creator/lists/{id} name',
    'POST /api/creator/automations/dry-run content',
    'PUT /api/creator/broadcast/draft content',
    'PUT /api/creator/broadcast/draft second_content',
    'POST /api/creator/broadcast/preview content',
    'POST /api/creator/broadcast/preview second_content',
    'PUT /api/creator/broadcast/copy content',
    'PUT /api/creator/broadcast/copy second_content',
    'PUT /api/chat/drafts/{userId} content',
    'PUT /api/chat/fans/{userId}/note note',
    'PUT /api/chat/fans/{userId}/note lists',
    'POST /api/chat/saved-replies title',
    'POST /api/chat/saved-replies folder',
    'PUT /api/chat/reply-folders folder',
    'PUT /api/chat/reply-folders to',
    'PATCH /api/private-medias/{id} name',
    'PATCH /api/private-medias/{id} folder',
    'PATCH /api/private-medias/{id} tags',
    'PUT /api/creator/post-draft text',
    'POST /api/creator/tracking-links name',
    'PATCH /api/creator/tracking-links/{id} name',
    'POST /api/vault/change folder',
    'POST /api/vault/change tags',
    'POST /api/vault/folders/rename folder',
    'POST /api/vault/folders/rename to',
    // By a visitor, whom no one acts for.
    'POST /api/referral/clicks code',
    // A name of letters, digits and underscores, which an operator may choose for none but a new account.
    'PATCH /api/profile username',
  ])
  it('is looked for in every text that an operator may write, unless it stays with the team', () => {
    const texts = writable().flatMap((endpoint) =>
      fieldsOf(
        endpoint,
        textFields(endpoint).filter((it) => !endpoint.fansRead?.includes(it)),
      ),
    )
    expect(texts.filter((it) => !forTheTeam.has(it))).toEqual([])
  })

  /** The endpoints by which a session that acts writes something. */
  const writable = () =>
    features(api.ctx)
      .map(({ endpoint }) => endpoint)
      .filter(({ method, access }) => method !== 'GET' && access.acting !== 'never')
  const fieldsOf = ({ method, path }: Endpoint, fields: readonly string[]) =>
    fields.map((field) => `${method} ${path} ${field}`)
  const textFields = ({ input }: Endpoint): string[] => {
    const entries = (input as { entries?: Record<string, unknown> }).entries ?? {}
    return Object.keys(entries).filter((field) => field !== 'choice' && field !== 'filter' && holdsText(entries[field]))
  }
  /** Whether a schema trims a text somewhere, as `text()` does. */
  const holdsText = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    ((schema as { type?: unknown }).type === 'trim' || Object.values(schema).some(holdsText))
})

describe('a price above what the agency asks at', () => {
  it('needs a second yes of an operator, at the desk too, and the creator is not asked', async () => {
    const { acting, operator, creator, agencyId, fan } = await makeTeam({ asks_above: 20 })
    const mediaId = newId()
    await api.db
      .insert(mediaTable)
      .values({ id: mediaId, ownerId: creator.id, type: 'IMAGE', state: 'ready', width: 9, height: 9 })
    const message = { receiver_id: fan.id, content: 'For you', media_ids: [mediaId] }
    const send = async (price: number, more = {}) => {
      const { status, refusal } = await api.call(acting, chat.send, { ...message, price, ...more })
      return status === 201 ? status : [refusal.error, refusal.price]
    }
    expect(await send(20)).toBe(201)
    expect(await send(20.01)).toEqual(['price_unconfirmed', 20])
    expect(await send(20.01, { price_confirmed: true })).toBe(201)
    const desk = { ...message, price: 25, agency_id: agencyId, as_creator_id: creator.id }
    expect((await api.call(operator, teamInbox.send, desk)).refusal.error).toBe('price_unconfirmed')
    expect((await api.call(creator, chat.send, { ...message, price: 90 })).status).toBe(201)
  })
})
