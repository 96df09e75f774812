import { eq } from 'drizzle-orm'
import type { Auth } from '../api/identity/auth.ts'
import { newReferralCode } from '../api/identity/referral-code.ts'
import { toggleLike } from '../api/features/posts/posts.ts'
import { follow } from '../api/features/users/users.ts'
import type { Services } from '../api/platform/services.ts'
import { newId } from '../api/platform/db/ids.ts'
import { agencies, agencyCreators, agencyGrants, agencyMembers } from '../api/platform/db/schema/agencies.ts'
import { accounts, users } from '../api/platform/db/schema/identity.ts'
import { postMedia, posts } from '../api/platform/db/schema/posts.ts'
import { demoPeople, type Person, password } from './people.ts'
import { composeSound } from './pictures/compose-sound.ts'
import { drawAvatar, drawCover, drawPicture } from './pictures/pictures.ts'
import { drawAhead, storePicture, storeSound } from './media.ts'
import { demoPosts } from './posts.ts'
import { makeStory } from './story.ts'

/** Makes the demo world once: nothing is done where alice is there already. Tells how it goes on standard output. */
export async function seedDemo(ctx: Services, auth: Auth): Promise<void> {
  const [alice] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.username, 'alice'))
  if (alice !== undefined) return
  console.log('Making the demo world: drawing pictures, this takes some seconds once.')
  const hash = await (await auth.$context).password.hash(password)
  await drawAhead(
    new Map([
      ...demoPeople.map(({ name }) => [`avatar-${name}`, () => drawAvatar(name)] as const),
      ...demoPosts.flatMap(({ pictures }) => pictures.map((it) => [it, () => drawPicture(it)] as const)),
    ]),
  )
  const ids = new Map<string, string>()
  for (const person of demoPeople) ids.set(person.name, await makePerson(ctx, person, hash))
  const of = (name: string): string => ids.get(name) ?? ''
  for (const [index, post] of demoPosts.entries()) {
    await makePost(ctx, of(post.by), post)
    if (index % 5 === 4) console.log(`  ${index + 1} of ${demoPosts.length} posts`)
  }
  await makeFollows(ctx, of)
  await makeAgency(ctx, of)
  await makeStory(ctx, of)
  console.log('The demo world is ready.')
}

async function makePerson(ctx: Services, person: Person, passwordHash: string): Promise<string> {
  const id = newId()
  const createdAt = hoursAgo(ctx, 24 * 60)
  const isCreator = person.priceCents !== undefined
  await ctx.db.insert(users).values({
    id,
    name: person.displayName,
    email: `${person.name}@demo.test`,
    emailVerified: true,
    username: person.name,
    birthdate: '1992-04-12',
    displayName: person.displayName,
    bio: person.bio ?? null,
    location: person.location ?? null,
    links: person.links ?? [],
    role: person.role ?? 'user',
    isCreator,
    priceCents: person.priceCents ?? null,
    referralCode: newReferralCode(),
    createdAt,
  })
  await ctx.db
    .insert(accounts)
    .values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password: passwordHash })
  const { name } = person
  const avatarMediaId = await storePicture(ctx, id, `avatar-${name}`, () => drawAvatar(name), createdAt)
  const coverMediaId = isCreator ? await storePicture(ctx, id, `cover-${name}`, () => drawCover(name), createdAt) : null
  await ctx.db.update(users).set({ avatarMediaId, coverMediaId }).where(eq(users.id, id))
  return id
}

async function makePost(ctx: Services, authorId: string, post: (typeof demoPosts)[number]): Promise<void> {
  const id = newId()
  const at = hoursAgo(ctx, post.hoursAgo)
  await ctx.db.insert(posts).values({
    id,
    authorId,
    text: post.text,
    visibility: post.visibility,
    priceCents: post.priceCents ?? null,
    publishedAt: at,
    announcedAt: at,
    pinnedAt: post.pinned ? at : null,
    createdAt: at,
  })
  const mediaIds: string[] = []
  for (const name of post.pictures) mediaIds.push(await storePicture(ctx, authorId, name, () => drawPicture(name), at))
  if (post.sound !== undefined) mediaIds.push(await storeSound(ctx, authorId, composeSound(post.sound), at))
  await ctx.db.insert(postMedia).values(mediaIds.map((mediaId, position) => ({ postId: id, mediaId, position })))
}

async function makeFollows(ctx: Services, of: (name: string) => string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    for (const fan of ['fiona', 'frank', 'olivia']) {
      for (const creator of ['alice', 'bob']) await follow(tx, of(fan), of(creator))
    }
    for (const creator of ['mina', 'theo', 'noor']) await follow(tx, of('fiona'), of(creator))
    for (const [one, other] of [
      ['bob', 'alice'],
      ['alice', 'noor'],
      ['theo', 'alice'],
      ['mina', 'theo'],
    ] as const) {
      await follow(tx, of(one), of(other))
    }
    for (const row of await tx.select({ id: posts.id, authorId: posts.authorId }).from(posts)) {
      for (const fan of ['fiona', 'frank', 'bob', 'theo']) {
        if (of(fan) !== row.authorId && (row.id.charCodeAt(35) + fan.length) % 3 !== 0)
          await toggleLike(tx, of(fan), row.id)
      }
    }
  })
  for (const person of demoPeople) {
    if (person.priceCents === undefined) continue
    const count = demoPosts.filter((it) => it.by === person.name).length
    await ctx.db
      .update(users)
      .set({ postsCount: count })
      .where(eq(users.id, of(person.name)))
  }
}

/** Olivia may act as alice with chat and medias only; alice allows all (PRODUCT 33, ARCHITECTURE). */
async function makeAgency(ctx: Services, of: (name: string) => string): Promise<void> {
  const all = {
    canChat: true,
    canPayment: true,
    canMedias: true,
    canProfile: true,
    canSocial: true,
    showInAnalytics: true,
  }
  const agencyId = newId()
  const memberId = newId()
  const creatorLinkId = newId()
  await ctx.db.insert(agencies).values({ id: agencyId, name: 'Sand & Company' })
  await ctx.db.insert(agencyMembers).values({ id: memberId, agencyId, userId: of('olivia'), role: 'owner' })
  await ctx.db
    .insert(agencyCreators)
    .values({ id: creatorLinkId, agencyId, userId: of('alice'), status: 'active', ...all })
  await ctx.db
    .insert(agencyGrants)
    .values({ id: newId(), agencyId, memberId, creatorLinkId, canChat: true, canMedias: true, showInAnalytics: false })
}

const hoursAgo = (ctx: Services, hours: number): Date => new Date(ctx.now() - hours * 3_600_000)
