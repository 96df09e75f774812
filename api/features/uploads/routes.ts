import { uploads } from '../../../contract/uploads.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { addDirectPart, beginDirect } from './direct.ts'
import { fileName } from './uploads.ts'
import { getUsage } from './usage.ts'
import { readDuplicate } from './usage-statements.ts'

const { usage, duplicate, beginDirect: begin, addDirectPart: addPart } = uploads

/** What is asked before a file is sent, is there room for it and is it there already, and the way straight into the bucket. */
export const uploadRoutes = (ctx: Services) =>
  implement({ usage, duplicate, beginDirect: begin, addDirectPart: addPart })({
    usage: (_input, { viewer }) => getUsage(ctx, ctx.db, viewer.id),
    duplicate: async ({ content_hash }, { viewer }) => {
      const [row] = await ctx.db.run(readDuplicate, { owner: viewer.id, hash: content_hash })
      return { media: row ? { id: row.id, name: row.name, created_at: row.created_at.toISOString() } : null }
    },
    beginDirect: ({ name, size, content_hash }, { viewer }) =>
      beginDirect(ctx, viewer, { name: fileName(name), size, content_hash: content_hash ?? null }),
    addDirectPart: ({ id, part }, { viewer }) => addDirectPart(ctx, viewer, id, part ?? null),
  })
