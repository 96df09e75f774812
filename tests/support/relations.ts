import { newId } from '../../api/platform/db/ids.ts'
import { media } from '../../api/platform/db/schema/media.ts'
import { subscriptions } from '../../api/platform/db/schema/subscriptions.ts'
import { blocks, follows } from '../../api/platform/db/schema/users.ts'
import type { Actor, TestApi } from './api.ts'

/** Rows between users as they are stored, without the endpoints that make them. */

export async function follow(api: TestApi, follower: Actor, user: Actor): Promise<void> {
  await api.db.insert(follows).values({ followerId: follower.id, userId: user.id })
}

export async function block(api: TestApi, blocker: Actor, blocked: Actor): Promise<void> {
  await api.db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id })
}

/** A subscription without renewal that began on `startedAt`, and ends tomorrow if nothing else is said. */
export async function subscribe(
  api: TestApi,
  fan: Actor,
  creator: Actor,
  { activeUntil = tomorrow(), startedAt = new Date() }: { activeUntil?: Date | null; startedAt?: Date } = {},
): Promise<void> {
  await api.db.insert(subscriptions).values({
    id: newId(),
    fanId: fan.id,
    creatorId: creator.id,
    status: 'active',
    priceCents: 999,
    startedAt,
    since: startedAt,
    activeUntil,
    renewsAt: null,
  })
}

const tomorrow = (): Date => new Date(Date.now() + 86_400_000)

/** A picture that is ready to be sent, by a fan to this creator alone; answers its id. */
export async function makePicture(api: TestApi, owner: Actor, onlyFor: Actor | null = null): Promise<string> {
  const id = newId()
  const preview = 'data:image/webp;base64,AA'
  await api.db.insert(media).values({
    id,
    ownerId: owner.id,
    type: 'IMAGE',
    state: 'ready',
    preview,
    width: 10,
    height: 10,
    onlyFor: onlyFor?.id,
  })
  return id
}
