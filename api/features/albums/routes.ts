import { albums } from '../../../contract/albums.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { getAlbumForViewer, listAlbums, readAlbumPosts, readChoicesOfAlbum, readChoicesOfPost } from './albums.ts'
import { addToAlbum, createAlbum, moveAlbum, moveInAlbum, removeAlbum, takeFromAlbum, updateAlbum } from './changes.ts'

export const albumRoutes = (ctx: Services) => {
  /** The profile says how many albums there are, and its cached pages go with a change. */
  const changed = ({ username }: Viewer) => {
    purgeProfile(ctx, username)
    return { ok: true as const }
  }
  return implement(albums)({
    ofUser: (query, { viewer }) => listAlbums(ctx, viewer, query),
    get: ({ id }, { viewer }) => getAlbumForViewer(ctx, viewer, id),
    posts: (query, { viewer }) => readAlbumPosts(ctx, viewer, query),
    own: async ({ post = null }, { me }) => ({ data: await readChoicesOfPost(ctx, me, post), next: null }),
    create: async (input, { me, created }) => {
      const id = await createAlbum(ctx, me, input)
      created()
      changed(me)
      return getAlbumForViewer(ctx, me, id)
    },
    update: async (input, { me }) => {
      await updateAlbum(ctx, me, input)
      return changed(me)
    },
    move: async (input, { me }) => {
      await moveAlbum(ctx, me, input)
      return changed(me)
    },
    remove: async ({ id }, { me }) => {
      await removeAlbum(ctx, me, id)
      return changed(me)
    },
    choices: (query, { me }) => readChoicesOfAlbum(ctx, me, query),
    addPost: async (input, { me }) => {
      await addToAlbum(ctx, me, input)
      return changed(me)
    },
    removePost: async (input, { me }) => {
      const position = await takeFromAlbum(ctx, me, input)
      changed(me)
      return { position }
    },
    movePost: async (input, { me }) => {
      await moveInAlbum(ctx, me, input)
      return changed(me)
    },
  })
}
