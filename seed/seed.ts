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
import { cast, type Person, password } from './people.ts'
import { composeTune } from './compose-tune.ts'
import { storePicture, storeSound } from './media.ts'
import { demoPosts } from './posts.ts'
import { tellStory } from './story.ts'

/** Makes the demo world once: nothing is done where alice is there already. Tells how it goes on standard output. */
export async function seedDemo(on: Services, auth: Auth): Promise<void> {
  const [alice] = await on.db.select({ id: users.id }).from(users).where(eq(users.username, 'alice'))
  if (alice !== undefined) return
  console.log('Making the demo world: preparing pictures, this takes some seconds once.')
  const hash = await (await auth.$context).password.hash(password)
  const ids = new Map<string, string>()
  for (const person of cast) ids.set(person.name, await makePerson(on, person, hash))
  const of = (name: string): string => ids.get(name) ?? ''
  for (const [index, post] of demoPosts.entries()) {
    await makePost(on, of(post.by), post)
    if (index % 5 === 4) console.log(`  ${index + 1} of ${demoPosts.length} posts`)
  }
  await makeFollows(on, of)
  await makeAgency(on, of)
  await tellStory(on, of)
  console.log('The demo world is ready.')
}

async function makePerson(on: Services, person: Person, passwordHash: string): Promise<string> {
  const id = newId()
  const createdAt = hoursAgo(on, 24 * 60)
  const isCreator = person.priceCents !== undefined
  await on.db.insert(users).values({
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
  await on.db
    .insert(accounts)
    .values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password: passwordHash })
  const { name } = person
  const avatarMediaId = await storePicture(on, id, `avatar-${name}`, createdAt)
  const coverMediaId = isCreator ? await storePicture(on, id, `cover-${name}`, createdAt) : null
  await on.db.update(users).set({ avatarMediaId, coverMediaId }).where(eq(users.id, id))
  return id
}

async function makePost(on: Services, authorId: string, post: (typeof demoPosts)[number]): Promise<void> {
  const id = newId()
  const at = hoursAgo(on, post.hoursAgo)
  await on.db.insert(posts).values({
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
  for (const name of post.pictures) mediaIds.push(await storePicture(on, authorId, name, at))
  if (post.sound !== undefined) mediaIds.push(await storeSound(on, authorId, composeTune(post.sound), at))
  await on.db.insert(postMedia).values(mediaIds.map((mediaId, position) => ({ postId: id, mediaId, position })))
}

async function makeFollows(on: Services, of: (name: string) => string): Promise<void> {
  await on.db.transact(async (tx) => {
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
  for (const person of cast) {
    if (person.priceCents === undefined) continue
    const count = demoPosts.filter((it) => it.by === person.name).length
    await on.db
      .update(users)
      .set({ postsCount: count })
      .where(eq(users.id, of(person.name)))
  }
}

/** Olivia may act as alice with chat and medias only; alice allows all (PRODUCT 33, ARCHITECTURE). */
async function makeAgency(on: Services, of: (name: string) => string): Promise<void> {
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
  await on.db.insert(agencies).values({ id: agencyId, name: 'Sand & Company' })
  await on.db.insert(agencyMembers).values({ id: memberId, agencyId, userId: of('olivia'), role: 'owner' })
  await on.db
    .insert(agencyCreators)
    .values({ id: creatorLinkId, agencyId, userId: of('alice'), status: 'active', ...all })
  await on.db
    .insert(agencyGrants)
    .values({ id: newId(), agencyId, memberId, creatorLinkId, canChat: true, canMedias: true, showInAnalytics: false })
}

const hoursAgo = (on: Services, hours: number): Date => new Date(on.now() - hours * 3_600_000)
