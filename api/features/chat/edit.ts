import type { Message } from '../../../contract/chat.ts'
import { editUntil } from '../../../contract/policy/chat.ts'
import { audit } from '../../platform/audit/audit.ts'
import { notDeleted, withName } from '../../platform/db/rules.ts'
import { bool, int, orNull, statement, text, textOf, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { chatRefusal } from './facts.ts'
import { isBought, isFixed } from './message-statements.ts'
import { publishMessageUpdated } from './message-updated.ts'
import { getSidesForViewer, readFactsOfOther } from './sides.ts'
import { readerOf, readMessages, toEditFacts } from './views.ts'

/**
 * Edits the words of the viewer's own message by the rule of `editUntil` and this clock (product §71): `not_editable`
 * where it says no, `chat_closed` where they may not write. Repeating an edit changes nothing.
 */
export async function editMessage(
  ctx: Services,
  viewer: Viewer,
  { id, content }: { id: string; content: string },
): Promise<Message> {
  const sides = await getSidesForViewer(ctx, viewer, id)
  if (sides.deleted) throw refuse('not_found')
  if (sides.sender_id !== viewer.id) throw refuse('forbidden')
  const refusal = chatRefusal(await readFactsOfOther(ctx, viewer, sides))
  if (refusal !== null) throw refusal
  const afterCommit = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(lockForEdit, { message: id })
    if (row === undefined) throw refuse('not_found')
    // A call that is repeated after its answer was lost.
    if (row.content === content) return null
    const until = editUntil(toEditFacts(readerOf(viewer), row))
    if (until === null || ctx.now() > until) throw refuse('not_editable')
    const [edited] = await tx.run(setContent, { message: id, content, now: new Date(ctx.now()) })
    if (edited === undefined) return null
    await audit(tx, viewer, 'chat.edit', { kind: 'message', id })
    return publishMessageUpdated(tx, ctx, sides, id)
  })
  const message = (await readMessages(ctx, readerOf(viewer), [id])).get(id)
  if (message === undefined) throw refuse('not_found')
  afterCommit?.()
  return message
}

/** Two edits, or an edit and a deletion, of one message come one after the other. */
const lockForEdit = statement(
  'chat_lock_for_edit',
  { message: uuid },
  {
    sender_id: uuid,
    operator_id: orNull(uuid),
    type: textOf<Message['type']>(),
    content: text,
    created_at: timestamptz,
    deleted_at: orNull(timestamptz),
    bought: bool,
    fixed: bool,
    edits: int,
  },
  ({ message }) => `
    select m.sender_id, m.operator_id, m.type, m.content, m.created_at, m.deleted_at, ${isBought('m')} as bought,
      ${isFixed('m.sender_id')} as fixed, coalesce(cardinality(m.earlier), 0) as edits
    from messages m where m.id = ${message} and ${notDeleted('m')} for update of m`,
)

/** What it said before stays for a report; both lists show the new words where it is the last message. */
const setContent = statement(
  'chat_set_content',
  { message: uuid, content: text, now: timestamptz },
  { id: uuid },
  ({ message, content, now }) => `
    with edited as (
      update messages m set content = n.content, edited_at = ${now}, earlier = array_append(m.earlier, m.content)
      from (
        select x.id, case when w.is_creator then ${withName(content, 'r')} else ${content} end as content
        from messages x join users w on w.id = x.sender_id join users r on r.id = x.receiver_id where x.id = ${message}
      ) n
      where m.id = n.id and m.content <> n.content
      returning m.id, m.session_id, m.content
    ), last as (
      update chat_members k set last_message = left(e.content, 280) from edited e
      where k.session_id = e.session_id and k.last_message_id = e.id
    )
    select id from edited`,
)
