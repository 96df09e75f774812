import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { acting } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { impersonationMaxMs } from '../../../contract/limits.ts'
import { media } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { profile } from '../../../contract/profile.ts'
import { users } from '../../../contract/users.ts'
import { actAs, join, makeAgency, represent, withCookieOf } from '../../../tests/support/agency.ts'
import { type Actor, signInDirectly } from '../../../tests/support/api.ts'
import { giveCoins, makePaidPost } from '../../../tests/support/money.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { agencyAuditEntries } from '../../platform/db/schema/agencies.ts'
import { sessions } from '../../platform/db/schema/identity.ts'
import { statement, uuid } from '../../platform/db/statement.ts'
import { notify } from '../notifications/notify.ts'

const api = testApi()

const whoAmI = async (browser: Actor) => (await api.call(browser, profile.get, {})).data.id

describe('start and stop', () => {
  it('makes the browser act as the target under a new cookie, and invalidates the old cookie', async () => {
    const { operator, creator, agencyId } = await makeAgency(api)
    const browser = { ...operator, ...(await signInDirectly(api.db, operator.id, api.ctx.env.SECRET)) }
    const started = await api.call(browser, acting.start, { targetId: creator.id })
    expect(started.data.target_user).toMatchObject({ id: creator.id, username: creator.username })
    expect(started.data.impersonationData).toEqual({
      real_user_id: operator.id,
      target_user_id: creator.id,
      agency_id: agencyId,
      permissions: allRights,
    })
    const now = withCookieOf(browser, started.headers)
    expect(now.cookie).not.toBe(browser.cookie)
    expect(await whoAmI(now)).toBe(creator.id)
    expect((await api.call(browser, profile.get, {})).status).toBe(401)
    expect((await api.call(now, acting.status, {})).data).toMatchObject({
      isImpersonating: true,
      targetUser: { id: creator.id },
      impersonationData: { real_user_id: operator.id },
    })

    const stopped = await api.call(now, acting.stop, {})
    expect(stopped.data).toEqual({ ok: true, agency_id: agencyId })
    const after = withCookieOf(now, stopped.headers)
    expect(await whoAmI(after)).toBe(operator.id)
    expect((await api.call(now, profile.get, {})).status).toBe(401)
    expect((await api.call(after, acting.status, {})).data).toEqual({
      isImpersonating: false,
      targetUser: null,
      impersonationData: null,
    })
    expect((await api.call(after, acting.stop, {})).data).toEqual({ ok: true, agency_id: null })
    expect((await api.call(null, acting.stop, {})).status).toBe(401)
  })

  it('hides the owner’s private fields from the profile', async () => {
    const { operator, creator } = await makeAgency(api)
    const browser = await actAs(api, operator, creator)
    expect((await api.call(browser, profile.get, {})).data).toMatchObject({
      email: null,
      birthdate: null,
      coins: null,
      role: 'user',
      acting_as: { target_user: { id: creator.id }, permissions: allRights },
    })
  })

  it('shows the creator’s relations to users only with the flags for lists or conversations', async () => {
    const agency = await makeAgency(api, rights('can_medias'))
    const [followed, blocked] = [await api.makeUser(), await api.makeUser()]
    await api.call(agency.creator, users.follow, { id: followed.id })
    await api.call(agency.creator, users.block, { id: blocked.id })
    const browser = await actAs(api, agency.operator, agency.creator)
    const readUser = async ({ username }: Actor) => (await api.call(browser, users.get, { username })).data
    expect(await readUser(followed)).toMatchObject({ is_followed: false, chat: { allowed: false } })
    expect(await readUser(blocked)).toMatchObject({ is_blocked: false })
    expect(await readUser(agency.creator)).toMatchObject({ is_self: true })
    await api.call(agency.owner, agencies.putGrant, {
      ...agency.place,
      permissions: rights('can_medias', 'can_social'),
    })
    expect(await readUser(followed)).toMatchObject({ is_followed: true })
    expect(await readUser(blocked)).toMatchObject({ is_blocked: true })
  })

  it('counts the notifications that the flags open, and names a post only with can_social', async () => {
    const agency = await makeAgency(api, rights('can_medias', 'can_payment'))
    const fan = await api.makeUser()
    await giveCoins(api, fan, 20)
    const news = { userId: agency.creator.id, type: 'new_subscriber' as const, actorId: fan.id, object: null }
    await api.db.transact((tx) => notify(tx, api.ctx, news))
    await api.call(fan, chat.tip, { id: agency.creator.id, amount: 5 })
    const { mediaId } = await makePaidPost(api, agency.creator, 5)
    await api.db.run(writeSecret, { author: agency.creator.id })
    const browser = await actAs(api, agency.operator, agency.creator)
    const readCounts = async () => [
      (await api.call(browser, profile.get, {})).data.unread_notifications,
      (await api.call(browser, media.uses, { id: mediaId })).data.posts.map((post) => post.text),
    ]
    expect(await readCounts()).toEqual([1, ['']])
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions: allRights })
    expect(await readCounts()).toEqual([2, ['a secret']])
    await api.call(browser, notifications.read, {})
    expect((await readCounts())[0]).toBe(0)
  })

  it('refuses a target without a grant, oneself, an unknown user, and nested acting', async () => {
    const { owner, operator, creator, agencyId } = await makeAgency(api)
    const outsider = await api.makeUser({ isCreator: true, priceCents: 0 })
    expect((await api.call(operator, acting.start, { targetId: outsider.id })).status).toBe(403)
    expect((await api.call(owner, acting.start, { targetId: creator.id })).refusal.error).toBe('forbidden')
    expect((await api.call(operator, acting.start, { targetId: operator.id })).refusal.error).toBe('own_thing')
    expect((await api.call(operator, acting.start, { targetId: 'x' })).status).toBe(404)
    const second = await api.makeUser({ isCreator: true, priceCents: 0 })
    await represent(api, owner, agencyId, second)
    const browser = await actAs(api, operator, creator)
    expect((await api.call(browser, acting.start, { targetId: second.id })).refusal).toMatchObject({
      error: 'permission_denied',
      flag: 'owner',
    })
    const unverified = await api.makeUser({ emailVerified: false })
    expect((await api.call(unverified, acting.start, { targetId: creator.id })).refusal.error).toBe(
      'email_verification_required',
    )
  })

  it('acts under the grant of the named agency when two agencies have one', async () => {
    const one = await makeAgency(api, rights('can_medias'))
    const two = await makeAgency(api)
    const memberId = await join(api, two.owner, two.agencyId, one.operator)
    const creatorId = await represent(api, two.owner, two.agencyId, one.creator)
    const place = { id: two.agencyId, memberId, creatorId }
    await api.call(two.owner, agencies.putGrant, { ...place, permissions: rights('can_chat') })
    for (const [agency, flags] of [
      [one, rights('can_medias')],
      [two, rights('can_chat')],
    ] as const) {
      const browser = { ...one.operator, ...(await signInDirectly(api.db, one.operator.id, api.ctx.env.SECRET)) }
      const input = { targetId: one.creator.id, agency_id: agency.agencyId }
      const { impersonationData } = (await api.call(browser, acting.start, input)).data
      expect(impersonationData).toMatchObject({ agency_id: agency.agencyId, permissions: flags })
    }
  })

  it('keeps two operators who act as each other apart', async () => {
    const one = await makeAgency(api)
    const two = await makeAgency(api)
    // The creator of each agency is an operator of the other one.
    const grant = async (of: typeof one, person: Actor) => {
      const memberId = await join(api, of.owner, of.agencyId, person)
      await api.call(of.owner, agencies.putGrant, {
        id: of.agencyId,
        memberId,
        creatorId: of.linkId,
        permissions: allRights,
      })
    }
    await grant(one, two.creator)
    await grant(two, one.creator)
    const a = await actAs(api, one.creator, two.creator)
    const b = await actAs(api, two.creator, one.creator)
    expect(await whoAmI(a)).toBe(two.creator.id)
    expect(await whoAmI(b)).toBe(one.creator.id)
    expect(await whoAmI(one.creator)).toBe(one.creator.id)
  })

  it('ends after eight hours, even under a longer grant', async () => {
    const { operator, creator } = await makeAgency(api)
    const browser = await actAs(api, operator, creator)
    const id =
      (await api.db.select().from(sessions).where(eq(sessions.userId, operator.id))).find(
        (it) => it.actingGrantId !== null,
      )?.id ?? ''
    await api.db
      .update(sessions)
      .set({ actingSince: new Date(Date.now() - impersonationMaxMs - 1000) })
      .where(eq(sessions.id, id))
    expect((await api.call(browser, profile.get, {})).refusal).toMatchObject({
      error: 'unauthorised',
      shouldLogout: true,
    })
    const stopped = await api.call(browser, acting.stop, {})
    expect(await whoAmI(withCookieOf(browser, stopped.headers))).toBe(operator.id)
  })

  it('is always the operator or the target, through a hundred races', { timeout: 60_000 }, async () => {
    const { operator, creator } = await makeAgency(api)
    let browser: Actor = { ...operator, ...(await signInDirectly(api.db, operator.id, api.ctx.env.SECRET)) }
    let changes = 0
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all([
        api.call(browser, acting.start, { targetId: creator.id }),
        api.call(browser, acting.stop, {}),
        api.call(browser, acting.start, { targetId: creator.id }),
        api.call(browser, acting.stop, {}),
        api.call(browser, acting.stop, {}),
      ])
      const renewed = answers.filter((it) => it.headers.getSetCookie().length > 0)
      for (const answer of answers) expect([200, 401, 403]).toContain(answer.status)
      expect(renewed.length).toBe(1)
      changes += renewed.length
      browser = withCookieOf(browser, renewed[0]?.headers ?? new Headers())
      expect([operator.id, creator.id]).toContain(await whoAmI(browser))
    }
    const acts = await api.db.select().from(agencyAuditEntries).where(eq(agencyAuditEntries.actorId, operator.id))
    expect(acts.filter((it) => it.action.startsWith('acting.')).length).toBe(changes)
    expect(acts.filter((it) => it.action === 'acting.start').length).toBe(changes / 2)
  })
})

const writeSecret = statement(
  'test_write_secret',
  { author: uuid },
  {},
  ({ author }) => `update posts set text = 'a secret' where author_id = ${author}`,
)
