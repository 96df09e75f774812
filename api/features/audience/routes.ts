import { audience } from '../../../contract/audience.ts'
import { audit } from '../../platform/audit/audit.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { choiceOf } from './choice.ts'
import { countFans, listFans } from './list.ts'
import { createList, getList, readLists, removeList, updateList } from './lists.ts'
import { addToList, removeFromList } from './statements.ts'

export const audienceRoutes = (ctx: Services) =>
  implement(audience)({
    list: (query, { viewer }) => listFans(ctx, viewer, query),
    count: (filter, { viewer }) => countFans(ctx, viewer, filter),
    lists: async (_, { viewer }) => ({ data: await readLists(ctx, viewer) }),
    createList: async (input, { viewer, created }) => {
      const list = await createList(ctx, viewer, input)
      created()
      return list
    },
    updateList: (input, { viewer }) => updateList(ctx, viewer, input),
    removeList: async ({ id }, { viewer }) => {
      await removeList(ctx, viewer, id)
      return { ok: true }
    },
    change: async ({ choice, act, list_id: list }, { viewer }) => {
      const statement = act === 'add' ? addToList : removeFromList
      const [done] = await ctx.db.transact(async (tx) => {
        // Whom a smart list holds is decided by its filter alone.
        if ((await getList(tx, viewer, list)).filter !== null) throw refuse('not_found')
        const rows = await tx.run(statement, { ...choiceOf(viewer, choice, ctx.now()), list })
        await audit(tx, viewer, `audience.${act}`, { kind: 'list', id: list })
        return rows
      })
      return { changed: done?.changed ?? 0 }
    },
  })
