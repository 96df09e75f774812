import { expect, it } from 'vitest'
import { mayActOnRequest, type RequestAct, requestStates } from './request.ts'

const allowed: Record<RequestAct, { by: 'fan' | 'creator'; when: string[] }> = {
  accept: { by: 'creator', when: ['open'] },
  decline: { by: 'creator', when: ['open', 'accepted'] },
  deliver: { by: 'creator', when: ['open', 'accepted'] },
  withdraw: { by: 'fan', when: ['open'] },
}

it.each(
  (Object.keys(allowed) as RequestAct[]).flatMap((act) =>
    requestStates.flatMap((state) => (['fan', 'creator'] as const).map((by) => [act, by, state] as const)),
  ),
)('%s by the %s of one that is %s', (act, by, state) => {
  const wanted = allowed[act].by !== by ? 'not_theirs' : allowed[act].when.includes(state) ? 'allowed' : 'closed'
  expect(mayActOnRequest(act, by, state)).toBe(wanted)
})
