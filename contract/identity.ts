import * as v from 'valibot'
import { anyone, endpoint } from './endpoint.ts'

/**
 * Endpoints beside those of better-auth, which serves sign-up, sign-in and sign-out under `/api/auth/*`.
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
      /** The site key of Turnstile's widget; null without Turnstile. */
      site_key: v.nullable(v.string()),
    }),
    errors: [],
    summary:
      'The human check: a proof of work to solve or the widget to show. Its token goes into the header `x-captcha-response` and is valid once.',
  }),
  methods: endpoint({
    method: 'GET',
    path: '/api/identity/methods',
    access: anyone('any'),
    input: v.object({}),
    output: v.object({ password: v.literal(true), passkeys: v.literal(true), google: v.boolean(), apple: v.boolean() }),
    errors: [],
    summary: 'The sign-in methods that are configured.',
  }),
}
