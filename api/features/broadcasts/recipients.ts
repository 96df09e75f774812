import { type AudienceChoice, asksForSpending } from '../../../contract/audience-filter.ts'
import type { BroadcastAudience } from '../../../contract/broadcast-shapes.ts'
import type { Db } from '../../platform/db/db.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { filterOfList, getList } from '../audience/lists.ts'
import { listOfCreator } from '../audience/statements.ts'
import type { Audience, Selection } from './audience.ts'
import { type ClaimedSelection, ownBroadcast } from './delivery-statements.ts'

/** Whom a broadcast is for, as it was written; `choice`, `list_id` and `again_of` belong to one audience each. */
export type Recipients = {
  audience: BroadcastAudience
  exclude: readonly Audience[]
  list_id?: string | null | undefined
  choice?: AudienceChoice | null | undefined
  again_of?: string | null | undefined
}

/**
 * Throws for an audience that the caller may not write to or that does not exist: `permission_denied`, `not_found`, or
 * `invalid_input` where its list, choice or broadcast is missing.
 */
export async function requireAudience(db: Db, viewer: Viewer, recipients: Recipients): Promise<void> {
  if (revealsSpending([recipients.audience, ...recipients.exclude])) requireFlag(viewer, 'can_payment')
  if (recipients.audience === 'list') await getList(db, viewer, idOf(recipients.list_id))
  const choice = await choiceFor(db, viewer.id, recipients)
  if (choice?.filter && asksForSpending(choice.filter)) requireFlag(viewer, 'can_payment')
  if (recipients.audience !== 'unopened') return
  const [row] = await db.run(ownBroadcast, { id: idOf(recipients.again_of), sender: viewer.id })
  if (row === undefined) throw refuse('not_found')
}

/**
 * The chosen fans of an audience that consists of them; a list as the filter that it is now, and no one where it is gone.
 * Null for any other audience.
 */
export async function choiceFor(db: Db, creator: string, recipients: Recipients): Promise<AudienceChoice | null> {
  if (recipients.audience === 'list') {
    const [list] = await db.run(listOfCreator, { creator, id: idOf(recipients.list_id) })
    return list === undefined ? { ids: [] } : { filter: filterOfList(list) }
  }
  if (recipients.audience !== 'chosen') return null
  if (recipients.choice == null) throw refuse('invalid_input', { fields: { choice: ['missing'] } })
  return recipients.choice
}

/** Whom a stored broadcast goes to now. */
export async function selectionOfClaimed(tx: Db, ctx: Services, row: ClaimedSelection): Promise<Selection> {
  return {
    creator: row.sender_id,
    now: new Date(ctx.now()),
    audience: row.audience,
    exclude: row.exclude,
    choice: await choiceFor(tx, row.sender_id, row),
    againOf: row.again_of,
    skipWaiting: row.skip_waiting,
    media: soldMedia(row),
  }
}

/** What is attached and no free preview. */
export const soldMedia = (it: { media_ids: readonly string[]; preview_ids: readonly string[] }): string[] => [
  ...new Set(it.media_ids.filter((id) => !it.preview_ids.includes(id))),
]

function idOf(id: string | null | undefined): string {
  if (id == null) throw refuse('invalid_input', { fields: { audience: ['incomplete'] } })
  return id
}

/** Whether an audience shows which fans spent something. */
const revealsSpending = (audiences: readonly BroadcastAudience[]): boolean =>
  audiences.includes('spenders') || audiences.includes('non_spenders')
