import type { Received } from '../../../contract/endpoint.ts'
import type { VaultChange, VaultChoice, vault } from '../../../contract/vault.ts'
import { recountPublished } from '../../people/counts.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { trashSince } from './trash.ts'
import {
  countMedia,
  deleteMany,
  eraseMany,
  moveMany,
  renameFolder as renameFolderOf,
  restoreMany,
  tagMany,
  undoChange,
  untagMany,
} from './vault-change-statements.ts'
import { filterOf } from './vault-filter.ts'

type Change = Received<typeof vault.change>

/**
 * Changes many media at once. What is deleted leaves every post and message and can be restored for 30 days; what is
 * erased cannot, and its bytes go with the next sweep unless a fan owns it.
 */
export async function changeVault(tx: Db, viewer: Viewer, { choice, act, ...more }: Change, now: number) {
  const change = newId()
  const chosen = { ...chosenBy(viewer, choice, act, now), change }
  const [tags, folder, at] = [more.tags ?? [], more.folder ?? null, new Date(now)]
  const run = {
    move: () => tx.run(moveMany, { ...chosen, to: folder }),
    tag: () => tx.run(tagMany, { ...chosen, tags }),
    untag: () => tx.run(untagMany, { ...chosen, tags }),
    delete: () => tx.run(deleteMany, { ...chosen, now: at }),
    restore: () => tx.run(restoreMany, chosen),
    erase: () => tx.run(eraseMany, { ...chosen, now: at }),
  }[act]
  const [done] = await run()
  if (act === 'delete' || act === 'restore') await recountPublished(tx, viewer.id, now)
  return answerOf(tx, viewer, { ...done, undo: act === 'erase' ? null : change }, now)
}

/** Gives every media of a folder, also in the trash, another folder. Answers that nothing changed for an unknown one. */
export async function renameFolder(tx: Db, viewer: Viewer, names: { folder: string; to: string }, now: number) {
  const change = newId()
  const [done] = await tx.run(renameFolderOf, { owner: viewer.id, change, ...names })
  return answerOf(tx, viewer, { ...done, undo: change }, now)
}

/** Undoes a change of many media, except for those that were changed again since or have left the trash. */
export async function undoVaultChange(tx: Db, viewer: Viewer, change: string, now: number) {
  const [done] = await tx.run(undoChange, { owner: viewer.id, change, trash_since: trashSince(now) })
  await recountPublished(tx, viewer.id, now)
  return answerOf(tx, viewer, { ...done, undo: null }, now)
}

/** What is restored or erased is in the trash, everything else in the vault, whatever the filter says. */
function chosenBy(viewer: Viewer, { ids, filter, between, except }: VaultChoice, act: Change['act'], now: number) {
  const place = act === 'restore' || act === 'erase' ? 'trash' : 'vault'
  return {
    ...filterOf(viewer, { ...filter, place }, trashSince(now)),
    ids: ids ?? [],
    by_filter: filter !== undefined,
    first: between?.[0] ?? null,
    last: between?.[1] ?? null,
    except: except ?? [],
  }
}

async function answerOf(
  tx: Db,
  viewer: Viewer,
  { changed = 0, skipped = 0, undo }: { changed?: number; skipped?: number; undo: string | null },
  now: number,
): Promise<VaultChange> {
  const [counts] = await tx.run(countMedia, { owner: viewer.id, trash_since: trashSince(now) })
  return { changed, skipped, counts: counts ?? { vault: 0, trash: 0 }, undo: changed > 0 ? undo : null }
}
