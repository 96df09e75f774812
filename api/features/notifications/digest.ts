import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import type { User } from '../../../contract/users.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { blockBetween } from '../../platform/db/rules.ts'
import type { Services } from '../../platform/services.ts'
import { type Letter, storeMails } from '../../platform/mail/mail.ts'
import { readPeople } from '../../people/views.ts'
import { actorsOf, addressed, listed, mostLines, type News, newsLines, type Reader } from './mail.ts'

/**
 * Mails the digests of the period that has begun: what nobody has read since the last one and no mail has told, what
 * came from creators whose broadcasts are wanted as a digest, and how many messages wait. Once for each period: the
 * mail's key and the moment up to which was told commit together. Who has no news gets no mail.
 */
export async function mailDigests(ctx: Services): Promise<void> {
  for (const every of ['daily', 'weekly'] as const) {
    const since = periodStart(every, ctx.now())
    while (await ctx.db.transact((tx) => digestSome(tx, ctx, every, since))) {
      // A bounded number of people at a time.
    }
  }
}

/** When the running period began: at seven in the morning UTC, of a Monday for weeks. */
export function periodStart(every: 'daily' | 'weekly', now: number): Date {
  const start = new Date(now)
  start.setUTCHours(7, 0, 0, 0)
  if (start.getTime() > now) start.setUTCDate(start.getUTCDate() - 1)
  if (every === 'weekly') start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7))
  return start
}

async function digestSome(tx: Db, ctx: Services, every: 'daily' | 'weekly', since: Date): Promise<boolean> {
  const readers = await tx.run<Subscriber>(takeReaders, [every, since, new Date(ctx.now()), atOnce])
  const who = [readers.map((it) => it.user_id), readers.map((it) => it.since)]
  const news = await tx.run<NewsRow>(unread, [...who, mostLines])
  const channels = await tx.run<ChannelRow>(channelNews, who)
  const messages = await tx.run<{ user_id: string; count: number }>(waiting, who)
  const people = await readPeople(ctx, null, [...actorsOf(news), ...channels.map((it) => it.creator_id)], tx)
  const waitingFor = new Map(messages.map((it) => [it.user_id, it.count]))
  const letters = readers.flatMap((reader) => {
    const mine = <Row extends { user_id: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.user_id === reader.user_id)
    const body = digestBody(reader, mine(news), mine(channels), waitingFor.get(reader.user_id) ?? 0, people)
    return body === null ? [] : [digestLetter(ctx, reader, every, since, body)]
  })
  await storeMails(tx, ctx, letters)
  return readers.length === atOnce
}

function digestBody(
  reader: Reader,
  news: readonly NewsRow[],
  channels: readonly ChannelRow[],
  messages: number,
  people: Map<string, User>,
): string | null {
  if (news.length === 0 && channels.length === 0 && messages === 0) return null
  const say = { en, fr }[reader.locale]
  if (reader.discreet) return say.notifications_mail_discreet
  const nameOf = (id: string) => `@${people.get(id)?.username ?? '…'}`
  return [
    listed(newsLines(news, people, reader.locale), news[0]?.total ?? 0, reader.locale),
    ...channels.map(({ creator_id, count }) =>
      say.notifications_digest_channel.replace('{name}', nameOf(creator_id)).replace('{count}', String(count)),
    ),
    ...(messages > 0 ? [say.notifications_digest_messages.replace('{count}', String(messages))] : []),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function digestLetter(ctx: Services, reader: Subscriber, every: 'daily' | 'weekly', since: Date, body: string): Letter {
  const say = { en, fr }[reader.locale]
  const subject = every === 'daily' ? say.notifications_digest_daily : say.notifications_digest_weekly
  return {
    ...addressed(ctx, reader, 'digest'),
    subject: reader.discreet ? say.notifications_mail_subject : subject,
    body,
    once: `digest ${reader.user_id} ${since.toISOString()}`,
  }
}

type Subscriber = Reader & { since: Date }
type NewsRow = News & { user_id: string; total: number }
type ChannelRow = { user_id: string; creator_id: string; count: number }

const atOnce = 200

const takeReaders: Statement = {
  name: 'digests_take_readers',
  text: `
    with due as (
      select h.user_id, h.discreet, coalesce(h.digested_at, $2::timestamptz - interval '7 days') as since
      from notification_habits h
      where h.digest = $1::text and (h.digested_at is null or h.digested_at < $2::timestamptz)
      order by h.user_id limit $4::int for update skip locked
    ), told as (
      update notification_habits h set digested_at = $3::timestamptz from due where h.user_id = due.user_id
    )
    select due.user_id, due.since, due.discreet, u.email, u.locale from due
    join users u on u.id = due.user_id and u.deleted_at is null and u.email_verified`,
}
const unread: Statement = {
  name: 'digests_unread',
  text: `
    select a.user_id, n.type, n.actor_id, n.amount_cents, n.total from unnest($1::uuid[], $2::timestamptz[]) as a (user_id, since),
    lateral (
      select n.id, n.type, n.actor_id, n.amount_cents, count(*) over ()::int as total from notifications n
      where n.user_id = a.user_id and n.read_at is null and n.mailed_at is null and n.mail_due_at is null
        and n.created_at > a.since and not ${blockBetween('n.user_id', 'n.actor_id')}
      order by n.id desc limit $3::int
    ) n order by a.user_id, n.id desc`,
}
const channelNews: Statement = {
  name: 'digests_channel',
  text: `
    select a.user_id, h.creator_id, count(*)::int as count from unnest($1::uuid[], $2::timestamptz[]) as a (user_id, since)
    join broadcast_habits h on h.fan_id = a.user_id and h.frequency = 'digest'
    join messages m on m.receiver_id = a.user_id and m.sender_id = h.creator_id and m.broadcast_id is not null
      and m.created_at > a.since and m.deleted_at is null and m.read_at is null
    where not ${blockBetween('h.fan_id', 'h.creator_id')}
    group by a.user_id, h.creator_id order by count desc`,
}
const waiting: Statement = {
  name: 'digests_waiting',
  text: `
    select a.user_id, sum(m.unread_count)::int as count from unnest($1::uuid[], $2::timestamptz[]) as a (user_id, since)
    join chat_members m on m.user_id = a.user_id and m.unread_count > 0 and not m.muted and not m.hidden
      and m.last_message_at > a.since
    group by a.user_id`,
}
