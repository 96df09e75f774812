import * as v from 'valibot'
import { anyone, endpoint } from './endpoint.ts'

/**
 * Signing up, in and out is better-auth's under `/api/auth/*`. What stands here is what the
 * house adds to it.
 */
export const identity = {
  challenge: endpoint({
    method: 'GET',
    path: '/api/human-check/challenge',
    access: anyone('any'),
    input: v.object({}),
    output: v.object({
      kind: v.picklist(['altcha', 'turnstile', 'off']),
      challenge: v.nullable(v.looseObject({ parameters: v.looseObject({}), signature: v.optional(v.string()) })),
      /** With Turnstile: what its widget is told. */
      site_key: v.nullable(v.string()),
    }),
    errors: [],
    summary:
      'The human check: a proof of work to solve or the widget to show; its token travels in the header `x-captcha-response` and is good once.',
  }),
  methods: endpoint({
    method: 'GET',
    path: '/api/identity/methods',
    access: anyone('any'),
    input: v.object({}),
    output: v.object({ password: v.literal(true), passkeys: v.literal(true), google: v.boolean(), apple: v.boolean() }),
    errors: [],
    summary: 'The ways in that are configured; the screens show no others.',
  }),
}
