import { noId } from './ids.ts'

/**
 * Rules of the product as SQL, for statements that ask them of many rows at once. Each stands here only; those that
 * are rules of `contract/policy` too are compared with it, fact by fact, in `rules.test.ts`. Arguments are SQL: aliases of
 * tables and expressions with their types. A null viewer is a visitor.
 */

/** Whether subscription `s` lets its fan in: `letsIn` of `contract/policy/subscription.ts`. */
export const subscriptionRuns = (s: string, now: string): string =>
  periodRuns({ status: `${s}.status`, activeUntil: `${s}.active_until` }, now)
/** The same for its facts where they are kept elsewhere; null where there is no status. */
export const periodRuns = ({ status, activeUntil }: { status: string; activeUntil: string }, now: string): string =>
  `(${status} <> 'ended' and (${activeUntil} is null or ${activeUntil} > ${now}))`

/** Whether subscription `s` is over: `subscriptionRuns` denied, in two halves that have an index each. */
export const subscriptionIsOver = (s: string, now: string): readonly [string, string] => [
  `${s}.status = 'ended'`,
  `${s}.status <> 'ended' and ${s}.active_until is not null and ${s}.active_until <= ${now}`,
]

export const isSubscribed = (fan: string, creator: string, now: string): string =>
  `exists (select 1 from subscriptions its_subscription where its_subscription.fan_id = ${fan}
    and its_subscription.creator_id = ${creator} and ${subscriptionRuns('its_subscription', now)})`

export const isFollowing = (follower: string, user: string): string =>
  `exists (select 1 from follows its_follow where its_follow.follower_id = ${follower} and its_follow.user_id = ${user})`

/** Whether one blocks the other, in this direction. */
export const blocks = (blocker: string, blocked: string): string =>
  `exists (select 1 from blocks its_block where its_block.blocker_id = ${blocker} and its_block.blocked_id = ${blocked})`

/** Either blocks the other: both vanish for each other (product §16). */
export const blockBetween = (a: string, b: string): string => `(${blocks(a, b)} or ${blocks(b, a)})`
/** The same denied, so that it can be planned as two joins. */
export const noBlockBetween = (a: string, b: string): string => `not ${blocks(a, b)} and not ${blocks(b, a)}`
/** The same for many people and one viewer, whose blocks are read once. */
export const notBehindBlock = (viewer: string, user: string): string =>
  `${user} not in (select its_block.blocked_id from blocks its_block where its_block.blocker_id = ${viewer})
    and ${user} not in (select its_block.blocker_id from blocks its_block where its_block.blocked_id = ${viewer})`

/** Whether fans may download media `m`: `letsDownload` of `contract/policy/download.ts`, its owner's account looked up. */
export const letsDownload = (m: string): string =>
  `coalesce(${m}.may_download, (select its_owner.media_downloads from users its_owner where its_owner.id = ${m}.owner_id))`

/** Whether media `m` may be in a vault and in whatever is made of one: not what a fan sends to one creator (product §73). */
export const isForVault = (m: string): string => `${m}.only_for is null`

/** People, posts, comments, messages and media alike. */
export const notDeleted = (row: string): string => `${row}.deleted_at is null`

/**
 * When notification `n` was read: by itself, or with all that were there when its reader read everything of its kind or of
 * every kind. Null while it is unread.
 */
export const notificationReadAt = (n: string): string =>
  `coalesce(${n}.read_at, (select min(its_mark.read_at) from ${marksOver(n)}))`
export const isUnreadNotification = (n: string): string =>
  `(${n}.read_at is null and not exists (select 1 from ${marksOver(n)}))`
const marksOver = (n: string): string => `notification_marks its_mark where its_mark.user_id = ${n}.user_id
    and its_mark.type in (${n}.type, '*') and its_mark.through >= ${n}.id`

/**
 * The unread notifications of a user, as `isUnreadNotification` says of each: the newest `most` of every kind, of those
 * that `where` lets pass. The index leads from kind to kind, and in each to what came after the mark, so that
 * what was read at once costs nothing.
 */
export const unreadNotifications = (user: string, { where, most }: { where: string; most: string }): string => `(
      with recursive kinds as (
        (select k.type from notifications k where k.user_id = ${user} and k.read_at is null order by k.type limit 1)
        union all
        select (select k.type from notifications k where k.user_id = ${user} and k.read_at is null and k.type > kinds.type
          order by k.type limit 1) from kinds where kinds.type is not null
      )
      select newest.* from kinds cross join lateral (
        select n.* from notifications n
        where n.user_id = ${user} and n.type = kinds.type and n.read_at is null and n.id > coalesce((
          select its_mark.through from notification_marks its_mark where its_mark.user_id = ${user}
            and its_mark.type in (kinds.type, '*') order by its_mark.through desc limit 1), '${noId}')
          and ${where}
        order by n.id desc limit ${most}) newest)`

/**
 * Whether post `p` is out and in lists: not a draft, not scheduled for later, not deleted, not archived, its time not over
 * (product §80). Everything that lists posts, counts them or shows their media asks this.
 */
export const isPublished = (p: string, now: string): string =>
  `${notDeleted(p)} and ${p}.published_at <= ${now} and ${p}.archived_at is null
    and (${p}.expires_at is null or ${p}.expires_at > ${now})`

/** Whether post `p` was out and is archived, by its author or because its time is over. */
export const isArchived = (p: string, now: string): string =>
  `(${notDeleted(p)} and ${p}.published_at <= ${now} and (${p}.archived_at is not null or ${p}.expires_at <= ${now}))`

/** `offset 0` makes PostgreSQL look up the one post, where it would read all purchases of a fan who may have thousands. */
export const hasBoughtPost = (buyer: string, post: string): string =>
  `exists (select 1 from purchases its_purchase where its_purchase.buyer_id = ${buyer} and its_purchase.object_kind = 'post'
    and its_purchase.object_id = ${post} and its_purchase.refunded_at is null offset 0)`

/** Whether post `p` is there for a viewer, who then may open it: an archived one for its author and its buyers alone. */
export const isThereFor = (viewer: string, p: string, now: string): string =>
  `((${isPublished(p, now)}) or (${isArchived(p, now)}
    and (${p}.author_id = ${viewer} or ${hasBoughtPost(viewer, `${p}.id`)})))`

export const ownsMedia = (user: string, media: string): string =>
  `exists (select 1 from entitlements its_entitlement where its_entitlement.user_id = ${user}
    and its_entitlement.media_id = ${media})`

/** Whether a post's content is open: `mayView` of `contract/policy/content.ts`. What costs nothing to know is asked first. */
export const viewAllowed = (facts: Facts<ViewFact>): string =>
  `((not (${facts.blocked}) and (${facts.isPreview} or ${facts.visibility} = 'public'
      or (${facts.visibility} = 'followers' and ${facts.isFollowing})
      or (${facts.visibility} in ('followers', 'subscribers') and ${facts.isSubscribed})))
    or ${facts.isOwner} or ${facts.isBought})`
type ViewFact = 'isOwner' | 'isBought' | 'blocked' | 'isPreview' | 'visibility' | 'isFollowing' | 'isSubscribed'

/** `viewAllowed` with all facts about viewer and post `p` looked up. */
export const mayViewPost = (viewer: string, p: string, now: string): string =>
  viewAllowed({
    isOwner: `${p}.author_id = ${viewer}`,
    isBought: hasBoughtPost(viewer, `${p}.id`),
    blocked: blockBetween(viewer, `${p}.author_id`),
    isPreview: 'false',
    visibility: `${p}.visibility`,
    isFollowing: isFollowing(viewer, `${p}.author_id`),
    isSubscribed: isSubscribed(viewer, `${p}.author_id`, now),
  })

/**
 * Whether a published post, one that the viewer bought before it was archived, or a message of its owner, shows a media to
 * the viewer without their owning it; then it is open wherever it appears. A message is looked for among those of the two that are more than text, because a media of a
 * broadcast hangs on as many messages as there are receivers.
 */
export const isShownTo = (viewer: string, { media, owner }: { media: string; owner: string }, now: string): string =>
  `(exists (select 1 from post_media its_place join posts its_post on its_post.id = its_place.post_id
      where its_place.media_id = ${media} and ((${isPublished('its_post', now)}
          and ((its_place.is_preview and ${noBlockBetween(viewer, owner)}) or ${mayViewPost(viewer, 'its_post', now)}))
        or (${isArchived('its_post', now)} and ${hasBoughtPost(viewer, 'its_post.id')})))
    or exists (select 1 from chat_sessions its_session join messages its_message on its_message.session_id = its_session.id
        join message_media its_copy on its_copy.message_id = its_message.id and its_copy.media_id = ${media}
      where its_session.user_a = least(${viewer}, ${owner}) and its_session.user_b = greatest(${viewer}, ${owner})
        and its_message.receiver_id = ${viewer} and its_message.type <> 'text' and ${notDeleted('its_message')}
        and (its_copy.is_preview or coalesce(its_message.price_cents, 0) = 0)))`

/** The same for visitors. */
export const isShownToVisitors = (media: string, now: string): string =>
  `exists (select 1 from post_media its_place join posts its_post on its_post.id = its_place.post_id
    where its_place.media_id = ${media} and ${isPublished('its_post', now)}
      and (its_post.visibility = 'public' or its_place.is_preview))`

/** Whether everyone who follows its owner may see a media, so that a copy of it says nothing about whose it was. */
export const isShownToFollowers = (media: string, now: string): string =>
  `exists (select 1 from post_media its_place join posts its_post on its_post.id = its_place.post_id
    where its_place.media_id = ${media} and ${isPublished('its_post', now)}
      and (its_post.visibility in ('public', 'followers') or its_place.is_preview))`

/** Whether offer `o` is a trial that is shown to everyone (product §68) and that can still be taken. */
export const isListedTrial = (o: string, now: string): string =>
  `(${o}.is_listed and ${o}.revoked_at is null and ${o}.kind = 'trial'
    and (${o}.expires_at is null or ${o}.expires_at > ${now}) and (${o}.max_uses is null or ${o}.uses < ${o}.max_uses))`

/** Whether person `u` can be written to at all. */
export const canReceive = (u: string): string => `(${notDeleted(u)} and ${u}.username is not null)`

/** Whether a message may be sent: `mayChat` of `contract/policy/chat.ts`. */
export const chatAllowed = (facts: Facts<ChatFact>): string =>
  `(not (${facts.self}) and not (${facts.blocked}) and (not ${facts.receiverIsCreator} or ${facts.isSubscribed}
    or (${facts.policy} <> 'SUBSCRIBERS' and ${facts.isFollowing})))`
type ChatFact = 'self' | 'blocked' | 'receiverIsCreator' | 'policy' | 'isSubscribed' | 'isFollowing'

/**
 * Whether creator `c`, a row of users, takes pictures and voice notes of a fan: `takesMedia` of
 * `contract/policy/fan-media.ts`.
 */
export const takesMediaOf = (c: string, fan: string, now: string): string =>
  `(${c}.is_creator and coalesce((select its_member.takes_media from chat_members its_member
      where its_member.user_id = ${c}.id and its_member.other_id = ${fan}),
    ${c}.takes_subscriber_media and ${isSubscribed(fan, `${c}.id`, now)}))`

/**
 * Whether chat member `c` may write to the other member. One value of a row, so that a list which asks for it stays a walk
 * of its index.
 */
export const mayWriteBack = (c: string, now: string): string =>
  `coalesce((select ${canReceive('its_other')} and ${chatAllowed({
    self: 'false',
    blocked: blockBetween(`${c}.user_id`, `${c}.other_id`),
    receiverIsCreator: 'its_other.is_creator',
    policy: 'its_other.chat_access_policy',
    isSubscribed: isSubscribed(`${c}.user_id`, `${c}.other_id`, now),
    isFollowing: isFollowing(`${c}.user_id`, `${c}.other_id`),
  })} from users its_other where its_other.id = ${c}.other_id), false)`

/** Whether the other member of chat member `c` waits for an answer, and may be given one (product §27). */
export const waitsForAnswer = (c: string, now: string): string => `(${c}.awaits_answer and ${mayWriteBack(c, now)})`

/**
 * The others who wait for an answer of a user: of those who are there, the same as `waitsForAnswer` says of each. One look
 * at the user's blocks in the place of two at each of thousands of conversations; and of the others themselves only creators
 * are read, by an index of their own (`users_creators_by_id`), as everyone else may be written to.
 */
export const othersWhoWait = (user: string, now: string): string => `
  select its_member.other_id from chat_members its_member
  where its_member.user_id = ${user} and its_member.as_creator and its_member.awaits_answer
    and ${notBehindBlock(user, 'its_member.other_id')}
    and not exists (select 1 from users its_other where its_other.id = its_member.other_id and its_other.is_creator
      and not ${chatAllowed({
        self: 'false',
        blocked: 'false',
        receiverIsCreator: 'its_other.is_creator',
        policy: 'its_other.chat_access_policy',
        isSubscribed: isSubscribed(user, 'its_other.id', now),
        isFollowing: isFollowing(user, 'its_other.id'),
      })} offset 0)`

/** An SQL expression for each fact; those that look something up are in parentheses or calls. */
type Facts<Fact extends string> = Readonly<Record<Fact, string>>

/** A creator's text as one fan gets it: `{name}` becomes the fan's name. `fan` is the alias of a row of users (product §31). */
export const withName = (content: string, fan: string): string =>
  `replace(${content}, '{name}', coalesce(${fan}.display_name, ${fan}.username, ''))`

/** Of the media ids in a column of a draft, those that its creator still has, in their order. */
export const stillThere = (draft: string, column: string): string => `array(
      select x.id from unnest(${draft}.${column}) with ordinality x(id, position)
      join media m on m.id = x.id and m.owner_id = ${draft}.creator_id and m.state = 'ready' and m.deleted_at is null and ${isForVault('m')}
      order by x.position)`
