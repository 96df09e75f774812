import * as v from 'valibot'
import { expect, it } from 'vitest'
import { type Access, anyone, creator, endpoint, ownerOnly, staff, user } from '../../../contract/endpoint.ts'
import type { RefusalCode } from '../../../contract/refusals.ts'
import { documentOf } from './openapi.ts'

it('lists every refusal of an endpoint under its status', () => {
  expect(
    responsesOf(user('can_social', { verified: true }), ['forbidden', 'not_found', 'already_done', 'gone']),
  ).toEqual({
    200: 'The answer.',
    400: 'Refused: `invalid_input`.',
    401: 'Refused: `unauthorised`.',
    403: 'Refused: `blocked_origin`, `onboarding_required`, `email_verification_required`, `permission_denied`, `forbidden`.',
    404: 'Refused: `not_found`.',
    409: 'Refused: `already_done`.',
    410: 'Refused: `gone`.',
    413: 'Refused: `too_large`.',
    415: 'Refused: `unsupported_media`.',
    429: 'Refused: `rate_limited`.',
    503: 'Refused: `unavailable`.',
  })
})

it('lists a refusal that an endpoint declares beside the common ones once', () => {
  expect(responsesOf(creator('never'), ['permission_denied', 'not_creator'])[403]).toBe(
    'Refused: `blocked_origin`, `onboarding_required`, `not_creator`, `permission_denied`.',
  )
})

it.each<[string, Access, string]>([
  ['an endpoint for visitors', anyone('can_social'), '`blocked_origin`'],
  ['an endpoint open before onboarding', ownerOnly({ onboarded: false }), '`blocked_origin`, `permission_denied`'],
  ['an endpoint for every operator', user('any'), '`blocked_origin`, `onboarding_required`'],
  [
    'an endpoint for staff',
    staff,
    '`blocked_origin`, `onboarding_required`, `email_verification_required`, `not_staff`',
  ],
])('lists the refusals that follow from the access of %s', (_, access, codes) => {
  expect(responsesOf(access)[403]).toBe(`Refused: ${codes}.`)
})

it('lists no 401 for an endpoint that visitors may call', () => {
  expect(responsesOf(anyone('any'))[401]).toBeUndefined()
})

it('lists no refusals of a body for a read', () => {
  const read = responsesOf(anyone('any'), [], 'GET')
  expect(Object.keys(read)).toEqual(['200', '400', '403', '429', '503'])
})

function responsesOf(access: Access, errors: RefusalCode[] = [], method: 'GET' | 'POST' = 'POST') {
  const { paths } = documentOf([
    {
      name: 'sample',
      endpoint: endpoint({
        method,
        path: '/api/samples',
        access,
        input: v.object({ limit: v.optional(v.number()) }),
        output: v.object({}),
        errors,
        summary: 'A sample.',
      }),
    },
  ])
  const { responses = {} } = paths['/api/samples']?.[method.toLowerCase()] ?? {}
  return Object.fromEntries(Object.entries(responses).map(([status, { description }]) => [status, description]))
}
