import type { User } from '../../../contract/users.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Letter, storeMails } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { actorsOf, addressed, discreetWords, listed, mostLines, newsLines } from './mail.ts'
import {
  type BroadcastCount,
  countBroadcasts,
  countWaitingMessages,
  type DigestReader,
  digestsAtOnce,
  letDigestsWait,
  type Reader,
  readUnreadNews,
  takeDigestReaders,
  type UnreadNews,
} from './mail-statements.ts'
import { waitsUntil } from './quiet.ts'

/**
 * Mails the digests of the current period: unread notifications that no digest or mail has covered, broadcasts of
 * creators whose broadcasts are wanted as a digest, and the number of waiting messages. Once for each period, because
 * the mail's key and the covered moment commit together. A reader without news gets no mail.
 */
export async function mailDigests(ctx: Services): Promise<void> {
  for (const every of ['daily', 'weekly'] as const) {
    const since = periodStart(every, ctx.now())
    while (await ctx.db.transact((tx) => digestSome(tx, ctx, every, since))) {
      // A bounded number of readers at a time.
    }
  }
}

/** When the current period started: at seven in the morning UTC, on Monday for weeks. */
export function periodStart(every: 'daily' | 'weekly', now: number): Date {
  const start = new Date(now)
  start.setUTCHours(7, 0, 0, 0)
  if (start.getTime() > now) start.setUTCDate(start.getUTCDate() - 1)
  if (every === 'weekly') start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7))
  return start
}

async function digestSome(tx: Db, ctx: Services, every: 'daily' | 'weekly', since: Date): Promise<boolean> {
  const period = { every, start: since, now: new Date(ctx.now()) }
  const taken = await tx.run(takeDigestReaders, period)
  const reachable = taken.filter((reader) => reader.is_reachable)
  const readers = await withoutQuiet(tx, ctx, reachable)
  const news = await tx.run(readUnreadNews, { readers, limit: mostLines })
  const channels = await tx.run(countBroadcasts, { readers })
  const messages = await tx.run(countWaitingMessages, { readers })
  const people = await readPeople(ctx, null, [...actorsOf(news), ...channels.map((it) => it.creator_id)], tx)
  const waitingFor = new Map(messages.map((it) => [it.user_id, it.count]))
  const letters = readers.flatMap((reader) => {
    const mine = <Row extends { user_id: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.user_id === reader.user_id)
    const body = digestBody(reader, mine(news), mine(channels), waitingFor.get(reader.user_id) ?? 0, people)
    return body === null ? [] : [digestLetter(ctx, reader, every, since, body)]
  })
  await storeMails(tx, ctx, letters)
  return taken.length === digestsAtOnce
}

/** The readers whose digest may come at this hour; the others get it when their quiet hours end. */
async function withoutQuiet(tx: Db, ctx: Services, readers: readonly DigestReader[]): Promise<DigestReader[]> {
  const waiting = readers.flatMap((reader) => {
    const until = waitsUntil(reader, ctx.now())
    return until === null ? [] : [{ user_id: reader.user_id, since: reader.since, until }]
  })
  if (waiting.length > 0) await tx.run(letDigestsWait, { readers: waiting })
  const ids = new Set(waiting.map((it) => it.user_id))
  return readers.filter((reader) => !ids.has(reader.user_id))
}

function digestBody(
  reader: Reader,
  news: readonly UnreadNews[],
  channels: readonly BroadcastCount[],
  messages: number,
  people: Map<string, User>,
): string | null {
  if (news.length === 0 && channels.length === 0 && messages === 0) return null
  const labels = { en, fr }[reader.locale]
  if (reader.discreet) return labels.notifications_discreet_body
  const nameOf = (id: string) => `@${people.get(id)?.username ?? '…'}`
  return [
    listed(newsLines(news, people, reader.locale), news[0]?.total ?? 0, reader.locale),
    ...channels.map(({ creator_id, count }) =>
      labels.notifications_digest_channel.replace('{name}', nameOf(creator_id)).replace('{count}', String(count)),
    ),
    ...(messages > 0 ? [labels.notifications_digest_messages.replace('{count}', String(messages))] : []),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function digestLetter(
  ctx: Services,
  reader: DigestReader,
  every: 'daily' | 'weekly',
  since: Date,
  body: string,
): Letter {
  const labels = { en, fr }[reader.locale]
  const subject = every === 'daily' ? labels.notifications_digest_daily : labels.notifications_digest_weekly
  return {
    ...addressed(ctx, reader, 'digest'),
    subject,
    body,
    ...(reader.discreet && discreetWords(reader.locale)),
    once: `digest ${reader.user_id} ${since.toISOString()}`,
  }
}
