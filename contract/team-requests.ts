import * as v from 'valibot'
import { endpointOnBehalf, onBehalf } from './endpoint.ts'
import { requests } from './requests.ts'
import { asCreator } from './shapes.ts'

/** What an operator does at the desk with the paid requests of a creator (product §91), by the flags that acting needs. */
export const teamRequests = {
  accept: endpointOnBehalf({
    method: 'POST',
    path: '/api/team-desk/requests/{id}/accept',
    access: onBehalf('can_chat', 'can_payment'),
    input: v.object({ ...asCreator, ...requests.accept.input.entries }),
    output: requests.accept.output,
    errors: requests.accept.errors,
    summary: 'Accept a request for a creator, as in `POST /api/requests/{id}/accept`.',
  }),
  decline: endpointOnBehalf({
    method: 'POST',
    path: '/api/team-desk/requests/{id}/decline',
    access: onBehalf('can_chat', 'can_payment'),
    input: v.object({ ...asCreator, ...requests.decline.input.entries }),
    output: requests.decline.output,
    errors: requests.decline.errors,
    summary: 'Decline a request for a creator; the coins return to the fan.',
    money: true,
  }),
  deliver: endpointOnBehalf({
    method: 'POST',
    path: '/api/team-desk/requests/{id}/deliver',
    access: onBehalf('can_chat', 'can_medias'),
    input: v.object({ ...asCreator, ...requests.deliver.input.entries }),
    fansRead: ['content'],
    output: requests.deliver.output,
    errors: requests.deliver.errors,
    summary: 'Deliver media of the vault of a creator, who is paid; the fan then owns them.',
    money: true,
  }),
}
