import type { Answer, Endpoint, OnBehalfAccess, Received } from '../../contract/endpoint.ts'
import { publishAuditEntry } from '../platform/audit/audit.ts'
import { type Batched, batched } from '../platform/db/batch.ts'
import { blocks, notDeleted } from '../platform/db/rules.ts'
import { int, orNull, type RowOf, records, statement, text, texts, uuid } from '../platform/db/statement.ts'
import { requireAllowedWords } from '../platform/http/allowed-words.ts'
import { type Call, type Handler, implement, type Route, requireFlag } from '../platform/http/implement.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { AddressGrant } from '../platform/media/signing.ts'
import type { Services } from '../platform/services.ts'
import { cappedFlags, flagsOf, flagTypes, grantHolds, grantTables } from './grants.ts'

/**
 * Implements endpoints that an operator calls in person for a creator (`onBehalf` in the contract). Their handlers
 * receive the creator as the viewer, with the operator in `acting`, so that every rule, the audit log and the authorship
 * of messages are those of acting. Nothing is remembered between two calls.
 */
export const implementOnBehalf =
  <C extends Record<string, OnBehalfEndpoint>>(ctx: Services, contract: C) =>
  (handlers: { [K in keyof C]: OnBehalfHandler<C[K]> }): Route[] =>
    implement(contract)(
      Object.fromEntries(
        Object.entries(contract).map(([name, endpoint]) => [
          name,
          asCreator(ctx, endpoint, handlers[name] as unknown as OnBehalfHandler<OnBehalfEndpoint>),
        ]),
      ) as { [K in keyof C]: Handler<C[K]> },
    )

type OnBehalfEndpoint = Endpoint & { access: OnBehalfAccess }
type OnBehalfHandler<E extends Endpoint> = (
  input: Received<E>,
  call: { viewer: Viewer } & Pick<Call<E>, 'created' | 'key'>,
) => Promise<Answer<E>>

const asCreator =
  (ctx: Services, endpoint: OnBehalfEndpoint, handler: OnBehalfHandler<OnBehalfEndpoint>) =>
  async (input: unknown, { me, created, key }: Call<Endpoint>): Promise<unknown> => {
    const target = input as { agency_id: string; as_creator_id: string }
    const viewer = await readCreatorFor(ctx, me, { agencyId: target.agency_id, creatorId: target.as_creator_id })
    for (const flag of endpoint.access.onBehalf) requireFlag(viewer, flag)
    requireAllowedWords(viewer, endpoint, input)
    const answer = await handler(input, { viewer, created, key })
    if (endpoint.method !== 'GET') publishAuditEntry(ctx, viewer.id)
    return answer
  }

/** The creator as this operator may act for them now; refuses `forbidden` without a grant that holds. */
async function readCreatorFor(ctx: Services, operator: Viewer, { agencyId, creatorId }: Place): Promise<Viewer> {
  const [grant] = await ctx.db.run(grantOnBehalf, { operator: operator.id, creator: creatorId, agency: agencyId })
  if (grant === undefined) throw refuse('forbidden')
  return {
    ...operator,
    id: creatorId,
    username: grant.username,
    role: 'user',
    isCreator: true,
    acting: {
      operatorId: operator.id,
      agencyId,
      grantId: grant.id,
      permissions: flagsOf(grant),
      reduced: false,
      rules: { restrictedWords: grant.restricted_words, asksAboveCents: grant.asks_above_cents },
    },
  }
}

/**
 * The creator whose media an operator in person may fetch under a grant now, or null: it has to hold with the flag under
 * which the address was given, by the same conditions as every call (product §57).
 */
export async function creatorUnderGrant(ctx: Services, viewer: Viewer, grant: AddressGrant): Promise<string | null> {
  if (viewer.acting !== null || !viewer.emailVerified || !viewer.onboarded) return null
  const row = await batched(ctx, grantsInPerson, { grant_id: grant.id, operator: viewer.id })
  return row?.[grant.flag] === true ? row.creator_id : null
}

/** A page loads its pictures at the same moment, so their checks share one statement. */
const grantsInPerson: Batched<{ grant_id: string; operator: string }, RowOf<typeof grantOfAddress> | undefined> = {
  run: async (ctx, asked) => {
    const rows = await ctx.db.run(grantOfAddress, { asked: asked.map((it, n) => ({ ...it, n })) })
    const byNumber = new Map(rows.map((row) => [row.n, row]))
    return asked.map((_, n) => byNumber.get(n))
  },
}
type Place = { agencyId: string; creatorId: string }

/**
 * SQL: grant `g` of member `m` on creator `u` lets the operator call for the creator now (product §34, §57). Their own
 * account is open and its address is confirmed: the session and the access of the endpoint say so.
 */
const holdsInPerson = `${grantHolds}
  and u.is_creator and u.username is not null and ${notDeleted('u')} and not ${blocks('u.id', 'm.user_id')}`
const grantTablesInPerson = `${grantTables} join users u on u.id = l.user_id`

const grantOnBehalf = statement(
  'on_behalf_grant',
  { operator: uuid, creator: uuid, agency: uuid },
  { id: uuid, username: orNull(text), restricted_words: texts, asks_above_cents: orNull(int), ...flagTypes },
  ({ operator, creator, agency }) => `
    select g.id, u.username, a.restricted_words, a.asks_above_cents, ${cappedFlags} from ${grantTablesInPerson}
    where m.user_id = ${operator} and l.user_id = ${creator} and g.agency_id = ${agency} and ${holdsInPerson}`,
)

const grantOfAddress = statement(
  'on_behalf_address',
  { asked: records({ n: int, grant_id: uuid, operator: uuid }) },
  { n: int, creator_id: uuid, ...flagTypes },
  ({ asked }) => `
    select q.n, l.user_id as creator_id, ${cappedFlags} from ${asked.as('q')}, ${grantTablesInPerson}
    where g.id = q.grant_id and m.user_id = q.operator and ${holdsInPerson}`,
)
