import { mediaPerBucket, mediaWithIndex } from '../../../contract/limits.ts'
import { vault as contract } from '../../../contract/vault.ts'
import type { VaultFilter } from '../../../contract/vault-filter.ts'
import { audit } from '../../platform/audit/audit.ts'
import { fromCursor, toCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { trashSince } from './trash.ts'
import { changeVault, renameFolder, undoVaultChange } from './vault-changes.ts'
import { filterOf } from './vault-filter.ts'
import { presentTile, readBucket, readIndex } from './vault-grid.ts'

/** A media from which a page of tiles begins, as a cursor has it. */
type Start = { at: string | number | null; id: string | number | null }

/** Before every media. */
const newestOfAll: Start = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The vault as a grid of any size, and changes of many media at once. One media at a time is `routes.ts`. */
export function vaultGridRoutes(ctx: Services) {
  /** So many media from this one on, newest first. */
  const tilesFrom = async (viewer: Viewer, filter: VaultFilter, { at, id }: Start, limit: number) => {
    const filtered = filterOf(viewer, filter, trashSince(ctx.now()))
    const found = await ctx.db.run(readBucket, { ...filtered, now: new Date(ctx.now()), at, id, limit })
    return found.map((row) => presentTile(ctx, viewer.id, row))
  }
  return implement(contract)({
    index: async (filter, { viewer }) => {
      const [found, first] = await Promise.all([
        ctx.db.run(readIndex, filterOf(viewer, filter, trashSince(ctx.now()))),
        tilesFrom(viewer, filter, newestOfAll, mediaWithIndex),
      ])
      return {
        first,
        count: found.reduce((sum, row) => sum + row.count, 0),
        buckets: found.map(({ month, count, at, id }) => ({ month, count, bucket: toCursor([at, id, count]) })),
      }
    },
    bucket: async ({ bucket, ...filter }, { viewer, refuse }) => {
      const [at, id, count] = fromCursor(bucket, 'time', 'uuid', 'int') ?? []
      if (at === undefined || id === undefined || count === undefined) throw refuse('invalid_input')
      return { data: await tilesFrom(viewer, filter, { at, id }, Math.min(Math.max(count, 0), mediaPerBucket)) }
    },
    change: async (change, { viewer }) => {
      const done = await ctx.db.transact(async (tx) => {
        const changed = await changeVault(tx, viewer, change, ctx.now())
        await audit(tx, viewer, `media.${change.act}_many`)
        return changed
      })
      if (change.act === 'delete' || change.act === 'restore') purgeProfile(ctx, viewer.username)
      return done
    },
    undo: async ({ undo }, { viewer, refuse }) => {
      const done = await ctx.db.transact(async (tx) => {
        const undone = await undoVaultChange(tx, viewer, undo, ctx.now())
        if (undone.changed === 0) throw refuse('not_found')
        await audit(tx, viewer, 'media.undo_many')
        return undone
      })
      purgeProfile(ctx, viewer.username)
      return done
    },
    renameFolder: (names, { viewer, refuse }) =>
      ctx.db.transact(async (tx) => {
        const renamed = await renameFolder(tx, viewer, names, ctx.now())
        if (renamed.changed === 0) throw refuse('not_found')
        await audit(tx, viewer, 'media.rename_folder')
        return renamed
      }),
  })
}
