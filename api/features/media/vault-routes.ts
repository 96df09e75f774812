import { vault as contract } from '../../../contract/vault.ts'
import { audit } from '../../platform/audit/audit.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Services } from '../../platform/services.ts'
import { changeVault, renameFolder, undoVaultChange } from './vault-changes.ts'
import { readVaultBucket, readVaultIndex } from './vault-grid.ts'

/** The vault as a grid of any size, and changes of many media at once. One media at a time is `routes.ts`. */
export function vaultGridRoutes(ctx: Services) {
  return implement(contract)({
    index: (filter, { viewer }) => readVaultIndex(ctx, viewer, filter),
    bucket: (query, { viewer }) => readVaultBucket(ctx, viewer, query),
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
