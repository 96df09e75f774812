import { media as contract } from '../../../contract/media.ts'
import { audit } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Services } from '../../platform/services.ts'
import { cropAround } from './focal.ts'
import { getMediaForViewer } from './for-viewer.ts'
import { trashSince } from './trash.ts'
import { getOwnMedia, readVaultLabels, removeMedia, updateMedia } from './vault.ts'
import { filterOf } from './vault-filter.ts'
import { readUses, readVault } from './vault-statements.ts'
import { presentVaultMedia } from './vault-views.ts'

const { labels, get, vault, update, remove, uses } = contract

/** The vault of a creator, and one media as its viewer may see it. Unlocking is in `purchase-routes.ts`. */
export const vaultRoutes = (ctx: Services) =>
  implement({ labels, get, vault, update, remove, uses })({
    labels: (_input, { viewer }) => readVaultLabels(ctx, viewer),
    get: async ({ id }, { viewer }) => getMediaForViewer(ctx, viewer?.id ?? null, id),
    vault: async ({ limit = 30, cursor, ...filter }, { viewer }) => {
      const [at = null, id = null] = fromCursor(cursor, 'time', 'uuid') ?? []
      const wanted = filterOf(viewer, filter, trashSince(ctx.now()))
      const found = await ctx.db.run(readVault, { ...wanted, now: new Date(ctx.now()), at, id, limit: limit + 1 })
      const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
      return { data: rows.map((row) => presentVaultMedia(ctx, viewer.id, row)), next }
    },
    update: async ({ id, focal: chosen, ...labels }, { viewer }) => {
      const focal = chosen === undefined ? undefined : await cropAround(ctx, viewer.id, id, chosen)
      const change = { ...labels, ...(focal && { focal }) }
      await ctx.db.transact(async (tx) => {
        await updateMedia(tx, viewer.id, id, change)
        await audit(tx, viewer, 'media.updateMedia', { kind: 'media', id })
      })
      if ([change.description, change.may_download, focal].some((it) => it !== undefined))
        purgeProfile(ctx, viewer.username)
      return getMediaForViewer(ctx, viewer.id, id)
    },
    remove: async ({ id }, { viewer }) => {
      await ctx.db.transact(async (tx) => {
        await removeMedia(tx, viewer.id, id, ctx.now())
        await audit(tx, viewer, 'media.removeMedia', { kind: 'media', id })
      })
      purgeProfile(ctx, viewer.username)
      return { ok: true }
    },
    uses: async ({ id }, { viewer }) => {
      await getOwnMedia(ctx.db, viewer.id, id)
      const [row] = await ctx.db.run(readUses, { media: id, now: new Date(ctx.now()) })
      const mayReadTexts = viewer.acting === null || viewer.acting.permissions.can_social === true
      const posts = (row?.posts ?? []).map((post) => (mayReadTexts ? post : { ...post, text: '' }))
      return { posts, messages: row?.messages ?? 0, buyers: row?.buyers ?? 0 }
    },
  })
