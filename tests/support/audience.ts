import { newId } from '../../api/platform/db/ids.ts'
import { fanListMembers, fanLists } from '../../api/platform/db/schema/audience.ts'
import { users } from '../../api/platform/db/schema/identity.ts'
import { subscriptions } from '../../api/platform/db/schema/subscriptions.ts'
import { trackingLinkFans, trackingLinks } from '../../api/platform/db/schema/tracking-links.ts'
import { blocks, follows } from '../../api/platform/db/schema/users.ts'
import { fanSpending } from '../../api/platform/db/schema/wallet.ts'
import type { AudienceFilter } from '../../contract/audience-filter.ts'
import { fanRelation } from '../../contract/policy/fan-relation.ts'
import type { Actor, TestApi } from './api.ts'

const dayMs = 86_400_000

/** Whole numbers from 0 up to a bound, the same for the same seed. */
export function dice(seed: number): (bound: number) => number {
  let state = seed * 2_654_435_761
  return (bound) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) % bound
  }
}

/** A fan of a random world, with the facts by which the oracle decides. Times are days ago; negative ones are to come. */
type WorldFan = {
  id: string
  username: string
  name: string
  language: 'en' | 'fr'
  isGone: boolean
  isBlocked: boolean
  hasBlocked: boolean
  follows: number | null
  subscription: {
    status: 'active' | 'cancelled' | 'past_due' | 'ended'
    since: number
    started: number
    until: number | null
    renews: number | null
  } | null
  spent: number
  paid: number | null
  lists: number[]
  /** Which of the creator's links they came by. */
  cameBy: number | null
}

export type World = { fans: WorldFan[]; lists: string[]; links: string[]; now: number }

/** Fans with random facts, three lists that hold some of them, and two links by which some of them came. */
export async function makeAudience(api: TestApi, creator: Actor, size: number, random = dice(1)): Promise<World> {
  const now = api.ctx.now()
  const at = (days: number) => new Date(now - days * dayMs)
  const lists = [newId(), newId(), newId()]
  await api.db.insert(fanLists).values(lists.map((id, n) => ({ id, creatorId: creator.id, name: `list ${n}` })))
  const fans = Array.from({ length: size }, (_, n) => randomFan(n, random))
  const insert = async <T>(rows: T[], into: (rows: T[]) => Promise<unknown>) =>
    void (rows.length > 0 && (await into(rows)))
  await insert(fans, (rows) =>
    api.db.insert(users).values(
      rows.map((fan) => ({
        id: fan.id,
        username: fan.username,
        displayName: fan.name,
        email: `${fan.id}@example.test`,
        birthdate: '1990-01-01',
        referralCode: fan.id,
        locale: fan.language,
        deletedAt: fan.isGone ? at(1) : null,
      })),
    ),
  )
  await insert(
    fans.filter((it) => it.follows !== null),
    (rows) =>
      api.db
        .insert(follows)
        .values(rows.map((it) => ({ followerId: it.id, userId: creator.id, createdAt: at(it.follows ?? 0) }))),
  )
  await insert(
    fans.flatMap(({ id, subscription }) => (subscription === null ? [] : [{ id, ...subscription }])),
    (rows) =>
      api.db.insert(subscriptions).values(
        rows.map((it) => ({
          id: newId(),
          fanId: it.id,
          creatorId: creator.id,
          status: it.status,
          priceCents: 999,
          since: at(it.since),
          startedAt: at(it.started),
          activeUntil: it.until === null ? null : at(it.until),
          renewsAt: it.renews === null ? null : at(it.renews),
        })),
      ),
  )
  await insert(
    fans.filter((it) => it.paid !== null),
    (rows) =>
      api.db.insert(fanSpending).values(
        rows.map((it) => ({
          creatorId: creator.id,
          fanId: it.id,
          spentCents: it.spent * 100,
          lastPaidAt: at(it.paid ?? 0),
        })),
      ),
  )
  await insert(
    fans.flatMap((it) => [
      ...(it.isBlocked ? [{ blockerId: creator.id, blockedId: it.id }] : []),
      ...(it.hasBlocked ? [{ blockerId: it.id, blockedId: creator.id }] : []),
    ]),
    (rows) => api.db.insert(blocks).values(rows),
  )
  await insert(
    fans.flatMap((it) => it.lists.map((list) => ({ listId: lists[list] ?? '', fanId: it.id }))),
    (rows) => api.db.insert(fanListMembers).values(rows),
  )
  const links = [newId(), newId()]
  await api.db
    .insert(trackingLinks)
    .values(links.map((id) => ({ id, creatorId: creator.id, code: id.slice(-8), name: 'link' })))
  await insert(
    fans.flatMap(({ id: fanId, cameBy }) =>
      cameBy === null ? [] : [{ creatorId: creator.id, fanId, linkId: links[cameBy] ?? '', since: new Date(now) }],
    ),
    (rows) => api.db.insert(trackingLinkFans).values(rows),
  )
  return { fans, lists, links, now }
}

const names = ['Zoé Élan', 'Adam Novak', 'Ünal', 'Mina_50%', 'lena', '']
/** Not whole, so that no fan stands on the border of a filter that counts in whole days. */
const days = (random: (bound: number) => number, bound: number) => random(bound) + 0.5

function randomFan(n: number, random: (bound: number) => number): WorldFan {
  const id = newId()
  const status = (['active', 'active', 'cancelled', 'past_due', 'ended'] as const)[random(5)] ?? 'active'
  const until = random(6) === 0 ? null : random(40) - 20.5
  const paid = random(2) === 0 ? null : days(random, 60)
  return {
    id,
    username: `fan_${n}_${id.slice(-6)}`,
    name: names[random(names.length)] ?? '',
    language: random(3) === 0 ? 'fr' : 'en',
    isGone: random(15) === 0,
    isBlocked: random(12) === 0,
    hasBlocked: random(15) === 0,
    follows: random(3) === 0 ? null : days(random, 400),
    subscription:
      random(2) === 0
        ? null
        : {
            status,
            since: days(random, 400),
            started: random(4) === 0 ? -days(random, 10) : days(random, 30),
            until,
            renews: status === 'active' && until !== null && random(3) > 0 ? until : null,
          },
    spent: paid === null ? 0 : random(60),
    paid,
    lists: [0, 1, 2].filter(() => random(4) === 0),
    cameBy: [0, 1, null, null][random(4)] ?? null,
  }
}

/** What a filter means, in plain words: the oracle of every place that asks it in SQL. */
export function expectedFans({ fans, ...world }: World, filter: AudienceFilter): string[] {
  return fans.filter((fan) => matches(fan, filter, world)).map((fan) => fan.id)
}

function matches(fan: WorldFan, filter: AudienceFilter, { lists, links, now }: Omit<World, 'fans'>): boolean {
  if (fan.isGone || fan.hasBlocked) return false
  const moment = (days: number) => now - days * dayMs
  const { subscription: sub } = fan
  const relation = fanRelation({
    isBlocked: fan.isBlocked,
    isFollowing: fan.follows !== null,
    subscription:
      sub === null
        ? null
        : {
            status: sub.status,
            activeUntil: sub.until === null ? null : moment(sub.until),
            startedAt: moment(sub.started),
          },
    giftedUntil: null,
    hasPaid: fan.paid !== null,
    now,
  })
  if (relation === null) return false
  if (filter.relation ? !filter.relation.includes(relation) : relation === 'blocked') return false
  const since = fan.follows ?? sub?.since ?? fan.paid
  const earliest = fan.follows !== null && sub !== null ? Math.max(fan.follows, sub.since) : since
  const plain = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  const isRunning = sub !== null && sub.status !== 'ended' && (sub.until === null || sub.until < 0)
  const end = sub?.renews ?? sub?.until ?? null
  const isIn = (wanted: readonly string[]) => fan.lists.some((list) => wanted.includes(lists[list] ?? ''))
  const checks: [unknown, () => boolean][] = [
    [
      filter.q || undefined,
      () => plain(`${fan.name && `${fan.name} `}${fan.username}`).includes(plain(filter.q ?? '')),
    ],
    [filter.since_days, () => earliest !== null && earliest <= (filter.since_days ?? 0)],
    [filter.since_over_days, () => earliest !== null && earliest >= (filter.since_over_days ?? 0)],
    [filter.renewal ?? filter.renewal_days, () => isRunning],
    [filter.renewal, () => (filter.renewal === 'on') === ((sub?.renews ?? null) !== null)],
    [filter.renewal_days, () => end !== null && -end <= (filter.renewal_days ?? 0)],
    [filter.min_spent, () => fan.spent >= (filter.min_spent ?? 0)],
    [filter.max_spent, () => fan.spent <= (filter.max_spent ?? 0)],
    [filter.paid_days, () => fan.paid !== null && fan.paid <= (filter.paid_days ?? 0)],
    [filter.unpaid_days, () => fan.paid === null || fan.paid > (filter.unpaid_days ?? 0)],
    [filter.list, () => isIn(filter.list ?? [])],
    [filter.not_list, () => !isIn(filter.not_list ?? [])],
    [filter.language, () => fan.language === filter.language],
    [filter.link, () => fan.cameBy !== null && filter.link?.includes(links[fan.cameBy] ?? '') === true],
  ]
  return checks.every(([asked, holds]) => asked === undefined || holds())
}

/** A filter of up to four random parts. */
export function randomFilter({ lists, links }: World, random: (bound: number) => number): AudienceFilter {
  const relations = ['subscriber', 'trial', 'gifted', 'follower', 'expired', 'buyer', 'blocked'] as const
  const list = () => lists.filter(() => random(2) === 0)
  const parts: (() => AudienceFilter)[] = [
    () => ({ q: ['zoe', 'É', 'unal', '0%', 'fan_1', 'noFans', '_5'][random(7)] ?? '' }),
    () => ({ relation: relations.filter(() => random(3) === 0) }),
    () => ({ since_days: random(400) }),
    () => ({ since_over_days: random(400) }),
    () => ({ renewal: random(2) === 0 ? 'on' : 'off' }),
    () => ({ renewal_days: random(30) }),
    () => ({ min_spent: random(60) }),
    () => ({ max_spent: random(60) }),
    () => ({ paid_days: random(60) }),
    () => ({ unpaid_days: random(60) }),
    () => ({ list: list() }),
    () => ({ not_list: list() }),
    () => ({ language: random(2) === 0 ? 'en' : 'fr' }),
    () => ({ link: links.filter(() => random(2) === 0) }),
  ]
  return Object.assign(
    {},
    ...Array.from({ length: random(5) }, () => parts[random(parts.length)]?.()),
  ) as AudienceFilter
}
