import { eq } from 'drizzle-orm'
import { toggleLike } from '../api/features/posts/posts.ts'
import { countVault } from '../api/features/uploads/usage.ts'
import { follow } from '../api/features/users/follow.ts'
import type { Auth } from '../api/identity/auth.ts'
import { newReferralCode } from '../api/identity/referral-code.ts'
import { recountAll } from '../api/people/counts.ts'
import type { Db } from '../api/platform/db/db.ts'
import { newId } from '../api/platform/db/ids.ts'
import { agencies, agencyCreators, agencyGrants, agencyMembers } from '../api/platform/db/schema/agencies.ts'
import { bundles } from '../api/platform/db/schema/bundles.ts'
import { accounts, users } from '../api/platform/db/schema/identity.ts'
import { media } from '../api/platform/db/schema/media.ts'
import { postMedia, posts } from '../api/platform/db/schema/posts.ts'
import { statement } from '../api/platform/db/statement.ts'
import type { Services } from '../api/platform/services.ts'
import { termsVersion } from '../contract/trust-pages.ts'
import { type DemoPost, demoPosts } from './demo-posts.ts'
import { type DemoUser, demoPassword, demoUsers, type IdOf } from './demo-users.ts'
import { replayHistory, type SoldPictures, storeSoldPictures } from './history.ts'
import { type StoredMedia, storePicture, storeTune } from './media.ts'

/** Fills an empty database with the demo world. Reports its progress on standard output. */
export async function seedDemo(ctx: Services, auth: Auth): Promise<void> {
  if (await hasUsers(ctx.db)) return
  console.log('Making the demo world: preparing pictures, this takes some seconds once.')
  await insertDemo(ctx, await prepareDemo(ctx, auth))
  console.log('The demo world is ready.')
}

type DemoWorld = {
  idOf: IdOf
  passwordHash: string
  users: UserWithMedia[]
  posts: PostWithMedia[]
  sold: SoldPictures
}

/** Stores the files of the demo world; nothing is in the database yet. */
export async function prepareDemo(ctx: Services, auth: Auth): Promise<DemoWorld> {
  const ids = new Map(demoUsers.map((user) => [user.name, newId()]))
  const idOf: IdOf = (name) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`There is no demo user ${name}.`)
    return id
  }
  return {
    idOf,
    passwordHash: await (await auth.$context).password.hash(demoPassword),
    users: await storeUserMedia(ctx, idOf),
    posts: await storePostMedia(ctx, idOf),
    sold: await storeSoldPictures(ctx, idOf),
  }
}

/** Inserts the whole world in one transaction, or nothing if a user exists; several nodes may call it at once. */
export async function insertDemo(ctx: Services, world: DemoWorld): Promise<void> {
  const { idOf } = world
  await ctx.db.transact(async (tx) => {
    await tx.run(lockSeed, {})
    if (await hasUsers(tx)) return
    for (const user of world.users) await insertUser(tx, idOf(user.name), user, world.passwordHash)
    for (const post of world.posts) await insertPost(tx, idOf(post.author), post)
    await insertFollowsAndLikes(tx, idOf)
    await insertAgency(tx, idOf)
    await replayHistory({ ...ctx, db: tx }, idOf, world.sold)
    await tx.run(recountAll, { now: new Date(ctx.now()) })
    for (const user of world.users) await countVault(tx, idOf(user.name))
  })
}

const hasUsers = async (db: Db): Promise<boolean> => (await db.select({ id: users.id }).from(users).limit(1)).length > 0

/** Nodes that start at once wait for the one that seeds, and then find its users. */
const lockSeed = statement('lock_seed', {}, {}, () => 'select from pg_advisory_xact_lock(727002)')

type UserWithMedia = DemoUser & { createdAt: Date; avatar: StoredMedia; cover: StoredMedia | null }

async function storeUserMedia(ctx: Services, idOf: IdOf): Promise<UserWithMedia[]> {
  const createdAt = hoursAgo(ctx, 24 * 60)
  const stored: UserWithMedia[] = []
  for (const user of demoUsers) {
    const id = idOf(user.name)
    const avatar = await storePicture(ctx, id, `avatar-${user.name}`, createdAt)
    const cover = isCreator(user) ? await storePicture(ctx, id, `cover-${user.name}`, createdAt) : null
    stored.push({ ...user, createdAt, avatar, cover })
  }
  return stored
}

type PostWithMedia = DemoPost & { publishedAt: Date; media: StoredMedia[] }

async function storePostMedia(ctx: Services, idOf: IdOf): Promise<PostWithMedia[]> {
  const stored: PostWithMedia[] = []
  for (const post of demoPosts) {
    const [authorId, publishedAt] = [idOf(post.author), hoursAgo(ctx, post.hoursAgo)]
    const rows: StoredMedia[] = []
    for (const name of post.pictures) rows.push(await storePicture(ctx, authorId, name, publishedAt))
    if (post.tune !== undefined) rows.push(await storeTune(ctx, authorId, post.tune, publishedAt))
    stored.push({ ...post, publishedAt, media: rows })
    if (stored.length % 5 === 0) console.log(`  ${stored.length} of ${demoPosts.length} posts`)
  }
  return stored
}

async function insertUser(tx: Db, id: string, user: UserWithMedia, passwordHash: string): Promise<void> {
  await tx.insert(users).values({
    id,
    name: user.displayName,
    email: `${user.name}@demo.test`,
    emailVerified: true,
    username: user.name,
    birthdate: '1992-04-12',
    displayName: user.displayName,
    bio: user.bio ?? null,
    location: user.location ?? null,
    links: user.links ?? [],
    category: user.category ?? null,
    tags: user.tags ?? [],
    languages: user.languages ?? [],
    role: user.role ?? 'user',
    isCreator: isCreator(user),
    priceCents: user.priceCents ?? null,
    referralCode: newReferralCode(),
    termsVersion,
    termsAcceptedAt: user.createdAt,
    createdAt: user.createdAt,
  })
  if (user.bundles) await tx.insert(bundles).values(user.bundles.map((it) => ({ ...it, creatorId: id })))
  await tx
    .insert(accounts)
    .values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password: passwordHash })
  await tx.insert(media).values(user.cover === null ? [user.avatar] : [user.avatar, user.cover])
  await tx
    .update(users)
    .set({ avatarMediaId: user.avatar.id, coverMediaId: user.cover?.id ?? null })
    .where(eq(users.id, id))
}

async function insertPost(tx: Db, authorId: string, post: PostWithMedia): Promise<void> {
  const postId = newId()
  await tx.insert(posts).values({
    id: postId,
    authorId,
    text: post.text,
    visibility: post.visibility,
    priceCents: post.priceCents ?? null,
    publishedAt: post.publishedAt,
    notifiedAt: post.publishedAt,
    pinnedAt: post.pinned ? post.publishedAt : null,
    createdAt: post.publishedAt,
  })
  await tx.insert(media).values(post.media)
  await tx.insert(postMedia).values(post.media.map(({ id: mediaId }, position) => ({ postId, mediaId, position })))
}

async function insertFollowsAndLikes(tx: Db, idOf: IdOf): Promise<void> {
  const follows: Record<string, string[]> = {
    fiona: ['alice', 'bob', 'mina', 'theo', 'noor'],
    frank: ['alice', 'bob'],
    olivia: ['alice', 'bob'],
    bob: ['alice'],
    alice: ['noor'],
    theo: ['alice'],
    mina: ['theo'],
  }
  for (const [follower, creators] of Object.entries(follows)) {
    for (const creator of creators) await follow(tx, idOf(follower), idOf(creator))
  }
  for (const post of await tx.select({ id: posts.id, authorId: posts.authorId }).from(posts)) {
    for (const fan of ['fiona', 'frank', 'bob', 'theo']) {
      // The last letter of a post's id is random: about two thirds of the fans like it.
      const likes = (post.id.charCodeAt(35) + fan.length) % 3 !== 0
      if (likes && idOf(fan) !== post.authorId) await toggleLike(tx, idOf(fan), post.id)
    }
  }
}

/** Olivia's agency represents alice, who allows it everything; olivia herself is granted chat and medias only (product §33). */
async function insertAgency(tx: Db, idOf: IdOf): Promise<void> {
  const everything = {
    canChat: true,
    canPayment: true,
    canMedias: true,
    canProfile: true,
    canSocial: true,
    showInAnalytics: true,
  }
  const [agencyId, memberId, creatorLinkId] = [newId(), newId(), newId()]
  await tx.insert(agencies).values({ id: agencyId, name: 'Sand & Company' })
  await tx.insert(agencyMembers).values({ id: memberId, agencyId, userId: idOf('olivia'), role: 'owner' })
  await tx
    .insert(agencyCreators)
    .values({ id: creatorLinkId, agencyId, userId: idOf('alice'), status: 'active', ...everything })
  await tx
    .insert(agencyGrants)
    .values({ id: newId(), agencyId, memberId, creatorLinkId, canChat: true, canMedias: true, showInAnalytics: false })
}

const isCreator = (user: DemoUser): boolean => user.priceCents !== undefined
const hoursAgo = (ctx: Services, hours: number): Date => new Date(ctx.now() - hours * 3_600_000)
