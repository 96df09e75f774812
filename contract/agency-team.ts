import * as v from 'valibot'
import { flagsIn, grantPairShape, grantShape, memberShape, representedShape } from './agency-shapes.ts'
import { endpoint, ownerOnly } from './endpoint.ts'
import { grantsAtOnce, searchLength } from './limits.ts'
import { id, list, listing, text, timeIn } from './shapes.ts'
import { shiftIn } from './shifts.ts'

/** A part of a username or of a displayed name. */
const named = v.optional(text(searchLength))

const some = v.pipe(v.array(id), v.minLength(1), v.maxLength(grantsAtOnce))

/** The team of an agency, its creators and what the one may do as the other, at any size (product §76). */
export const agencyTeam = {
  members: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/members',
    access: ownerOnly(),
    input: v.object({ id, ...listing, q: named }),
    output: list(memberShape),
    errors: ['not_found'],
    summary: 'The team of an agency by role, the longest-serving first; `q` is a part of a name.',
  }),
  creators: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/creators',
    access: ownerOnly(),
    input: v.object({ id, ...listing, q: named }),
    output: list(representedShape),
    errors: ['not_found'],
    summary: 'The creators of an agency, also invited ones, the first one first; `q` is a part of a name.',
  }),
  grants: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/grants',
    access: ownerOnly(),
    input: v.object({ id, ...listing, creator: named, member: named, given: v.optional(v.picklist(['yes'])) }),
    output: list(grantPairShape),
    errors: ['not_found'],
    summary:
      'Every creator with every member and what they may do, by creator; parts of names choose, `given` leaves out who may do nothing. An operator sees their own.',
  }),
  putGrants: endpoint({
    method: 'PUT',
    path: '/api/agencies/{id}/grants',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      member_ids: some,
      creator_ids: some,
      /** Without them each keeps its rights and its end, and only the shift is set. */
      permissions: v.optional(flagsIn),
      until: v.optional(v.nullable(timeIn)),
      /** What is not sent stays as it is. */
      shift: v.optional(shiftIn),
    }),
    output: v.object({ data: v.array(grantShape) }),
    errors: ['not_found', 'forbidden', 'own_thing', 'permission_denied', 'consent_required'],
    summary:
      'Give several members the same rights or shift for one creator, or one member for several creators: all of it or nothing. `consent_required` names the members and creators where the creator has ended the access.',
  }),
}
