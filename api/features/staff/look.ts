import type { Media } from '../../../contract/media.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { auditStaffEach } from '../../platform/audit/staff-audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import { orNull, statement, text, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { mediaColumns, mediaTypes } from '../media/statements.ts'
import { presentMedia } from '../media/views.ts'
import { readReport } from './statements.ts'

/**
 * What was reported, as its author published or sent it. Each look is logged, for the report and for every media in it,
 * and that entry is what lets the staff member fetch the media for an hour. A message is shown where its receiver reported
 * it, and in no other case (product §23).
 */
export async function lookAtReport(
  ctx: Services,
  viewer: Viewer,
  id: string,
): Promise<{ text: string | null; media: Media[] }> {
  return ctx.db.transact(async (tx) => {
    const [report] = await tx.run(readReport, { report: id })
    if (report === undefined) throw refuse('not_found')
    const { object_kind: kind, object_id: object } = report
    const isShown = kind !== 'message' || report.evidence !== null
    if (kind === null || object === null || !isUuid(object) || !isShown) {
      await auditLooks(tx, viewer, id, [])
      return { text: report.evidence, media: [] }
    }
    const rows = await tx.run(reportedMedia, { kind, object })
    const [words] = await tx.run(reportedText, { kind, object })
    await auditLooks(tx, viewer, id, rows)
    const access = { allowed: true, priceCents: null, viewerId: viewer.id }
    return {
      text: report.evidence ?? words?.text ?? null,
      // Nothing of it is to be kept.
      media: rows.map((row) => presentMedia(ctx, { ...row, is_downloadable: false }, access)),
    }
  })
}

const auditLooks = (tx: Db, viewer: Viewer, report: string, media: readonly { id: string }[]): Promise<void> =>
  auditStaffEach(tx, viewer, 'report.look', [
    { kind: 'report', id: report },
    ...media.map((it) => ({ kind: 'media', id: it.id })),
  ])

const reportedText = statement(
  'report_text',
  { kind: text, object: uuid },
  { text: orNull(text) },
  ({ kind, object }) => `
    select p.text from posts p where ${kind} = 'post' and p.id = ${object}
    union all select c.text from comments c where ${kind} = 'comment' and c.id = ${object} and ${notDeleted('c')}`,
)
const reportedMedia = statement(
  'report_media_shown',
  { kind: text, object: uuid },
  mediaTypes,
  ({ kind, object }) => `
    select ${mediaColumns('m')} from (
      select pm.media_id as id, pm.position from post_media pm where ${kind} = 'post' and pm.post_id = ${object}
      union all
      select mm.media_id, mm.position from message_media mm where ${kind} = 'message' and mm.message_id = ${object}
      union all
      select o.id, 0 from media o where ${kind} = 'media' and o.id = ${object}
    ) x join media m on m.id = x.id order by x.position`,
)
