import * as v from 'valibot'
import type { Endpoint, Sent } from '../../contract/endpoint.ts'
import { RefusalError } from '../lib/refusal.ts'
import { refusalMessages } from '../lib/refusal-messages.ts'

/**
 * The validator of a server function: what the endpoint takes, passed on as it was sent (amounts stay coins;
 * the API turns them into cents itself). Anything else is refused with 400.
 */
export function sent<E extends Endpoint>(endpoint: E): (input: Sent<E>) => Sent<E> {
  return (input) => {
    if (v.safeParse(endpoint.input, input).success) return input
    throw new RefusalError({ error: 'invalid_input', message: refusalMessages.invalid_input({}), status: 400 })
  }
}
