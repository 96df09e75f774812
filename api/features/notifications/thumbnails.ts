import type { Media } from '../../../contract/media.ts'
import type { Thumbnail } from '../../../contract/notifications.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { thumbnailOf } from '../../platform/media/thumbnail.ts'
import type { NotificationRow } from './statements.ts'

/**
 * The pictures of the posts and messages that notifications are about, by the id of the post or message: one statement
 * for each of the two. They are the media as the viewer may see them now, so that a locked one has no address here
 * either. An operator without `can_chat` sees none of messages (product §34a).
 */
export async function readThumbnails(
  sources: ThumbnailSources,
  viewer: Viewer,
  rows: readonly NotificationRow[],
): Promise<Map<string, Thumbnail>> {
  const idsOf = (kind: string) => [
    ...new Set(rows.flatMap((row) => (row.object_kind === kind ? (row.object_id ?? []) : []))),
  ]
  const seesMessages = viewer.acting === null || viewer.acting.permissions.can_chat === true
  const [posts, messages] = await Promise.all([
    sources.readPosts(viewer, idsOf('post')),
    sources.readMessages(viewer, seesMessages ? idsOf('message') : []),
  ])
  return new Map(
    [...posts.values(), ...messages.values()].flatMap(({ id, media: [first] }) =>
      first === undefined ? [] : [[id, thumbnailOf(first)]],
    ),
  )
}

/** Posts and chat, which use notifications themselves: how to read the things of theirs, as a viewer may see them. */
export type ThumbnailSources = Record<'readPosts' | 'readMessages', ReadThings>
type ReadThings = (viewer: Viewer, ids: readonly string[]) => Promise<Map<string, { id: string; media: Media[] }>>
