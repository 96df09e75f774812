import type * as v from 'valibot'
import type { RateClass } from './rates.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * An endpoint of the API. The API's validation, the handler's types, the output filter, the server functions, the
 * contract tests and the OpenAPI page are all derived from it.
 */
export type Endpoint<
  In extends Schema = Schema,
  Out extends Schema = Schema,
  Code extends RefusalCode = RefusalCode,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in spec §7, with `{name}` for a path parameter: `/api/users/{id}/follow`. */
  path: `/api/${string}`
  access: Access
  /** Path, query and body, merged into one object. */
  input: In
  output: Out
  /** The refusals beside those that follow from the access. */
  errors: readonly Code[]
  /** One sentence for the OpenAPI page. */
  summary: string
  /** The fields of the input whose words fans read: an operator's are held to the agency's rules (product §82). */
  fansRead?: readonly string[]
  /** Moves money and accepts an `Idempotency-Key` header (product §3). */
  money?: true
  /**
   * The answer may be up to five seconds old (`DATABASE_READ_URL`): for visitors, who have written nothing that they look
   * for, or for everyone, where the caller's own writes are not in it.
   */
  mayBeLate?: 'for visitors' | 'for everyone'
  /** The rate limit; by default that of a read, a write or a movement of money. */
  rate?: RateClass
}

export type Schema = v.GenericSchema<unknown, unknown>
/** What a client sends. */
export type Sent<E extends Endpoint> = v.InferInput<E['input']>
/** What the handler receives. */
export type Received<E extends Endpoint> = v.InferOutput<E['input']>
/** What the handler returns and the client receives. */
export type Answer<E extends Endpoint> = v.InferOutput<E['output']>

export function endpoint<In extends Schema, Out extends Schema, const Code extends RefusalCode = never>(
  definition: Endpoint<In, Out, Code>,
): Endpoint<In, Out, Code> {
  return definition
}

/** The same for an endpoint that runs as the creator whom its input names. */
export function endpointOnBehalf<In extends OnBehalfSchema, Out extends Schema, const Code extends RefusalCode = never>(
  definition: Endpoint<In, Out, Code> & { access: OnBehalfAccess },
): Endpoint<In, Out, Code | 'forbidden'> & { access: OnBehalfAccess } {
  return { ...definition, errors: [...definition.errors, 'forbidden'] }
}
type OnBehalfSchema = v.GenericSchema<unknown, { agency_id: string; as_creator_id: string }>

/** The six flags of a grant (spec §3); what each opens is product §34a, declared on the endpoints. */
export const flags = [
  'can_chat',
  'can_payment',
  'can_medias',
  'can_profile',
  'can_social',
  'show_in_analytics',
] as const
export type Flag = (typeof flags)[number]

/**
 * Who may call. `acting` is what an operator who acts as a creator needs: all of the listed flags, `any` (only the
 * grant) or `never`. An endpoint for visitors treats an operator without the flags as a visitor instead of refusing.
 */
export type Access = {
  who: 'anyone' | 'user' | 'creator' | 'staff'
  acting: readonly Flag[] | 'any' | 'never'
  onboarded: boolean
  verified: boolean
  /**
   * The flags that an operator in person needs of the creator whom the input names in `as_creator_id`; the endpoint then
   * runs as that creator. Without it the input names no one to act for.
   */
  onBehalf?: readonly Flag[]
}
type More = { onboarded?: false; verified?: true }

/** Open to visitors. An operator without the flags in `acting` counts as a visitor. */
export const anyone = (acting: Acting): Access => ({
  who: 'anyone',
  acting: list(acting),
  onboarded: false,
  verified: false,
})
/** A signed-in, onboarded user; with `verified`, one whose e-mail address is verified (product §25). */
export const user = (acting: Acting, more: More = {}): Access => access('user', acting, more)
/** A creator. */
export const creator = (acting: Acting, more: More = {}): Access => access('creator', acting, more)
/** The user in person and never an operator (product §35). */
export const ownerOnly = (more: More = {}): Access => access('user', 'never', more)
/**
 * An operator in person, for a creator whom every call names: the server asks at each call for a grant with these flags
 * (product §57). It is closed to a session that acts, because acting does not nest.
 */
export const onBehalf = (...needs: readonly Flag[]): OnBehalfAccess => ({
  ...access('user', 'never', { verified: true }),
  onBehalf: needs,
})
export type OnBehalfAccess = Access & { onBehalf: readonly Flag[] }
export const staff: Access = { who: 'staff', acting: 'never', onboarded: true, verified: true }

type Acting = Flag | readonly Flag[] | 'any' | 'never'
const list = (acting: Acting): Access['acting'] =>
  typeof acting !== 'string' || acting === 'any' || acting === 'never' ? acting : [acting]
const access = (who: Access['who'], acting: Acting, more: More): Access => ({
  who,
  acting: list(acting),
  onboarded: more.onboarded ?? true,
  verified: more.verified ?? false,
})
