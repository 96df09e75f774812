/** What can be done with a paid request, by whom and when. */
const acts = {
  accept: { by: 'creator', when: ['open'] },
  decline: { by: 'creator', when: ['open', 'accepted'] },
  deliver: { by: 'creator', when: ['open', 'accepted'] },
  withdraw: { by: 'fan', when: ['open'] },
} as const satisfies Record<string, { by: 'fan' | 'creator'; when: readonly RequestState[] }>

/** Whether one side may do it now: the other side's things are not there for it, and what is closed stays closed. */
export function mayActOnRequest(act: RequestAct, by: 'fan' | 'creator', state: RequestState): RequestVerdict {
  const { by: whose, when } = acts[act]
  if (whose !== by) return 'not_theirs'
  return (when as readonly RequestState[]).includes(state) ? 'allowed' : 'closed'
}

export const requestStates = ['open', 'accepted', 'delivered', 'declined', 'withdrawn', 'expired', 'refunded'] as const
export type RequestState = (typeof requestStates)[number]
export type RequestAct = keyof typeof acts
export type RequestVerdict = 'allowed' | 'not_theirs' | 'closed'
