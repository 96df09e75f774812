/** Who may change a paid request, and in which states. */
const acts = {
  accept: { by: 'creator', when: ['open'] },
  decline: { by: 'creator', when: ['open', 'accepted'] },
  deliver: { by: 'creator', when: ['open', 'accepted'] },
  withdraw: { by: 'fan', when: ['open'] },
} as const satisfies Record<string, { by: 'fan' | 'creator'; when: readonly RequestState[] }>

/** Whether one side may change a request now: not if only the other side may, and not in a closed state. */
export function mayActOnRequest(act: RequestAct, by: 'fan' | 'creator', state: RequestState): RequestVerdict {
  const { by: whose, when } = acts[act]
  if (whose !== by) return 'not_theirs'
  return (when as readonly RequestState[]).includes(state) ? 'allowed' : 'closed'
}

export const requestStates = ['open', 'accepted', 'delivered', 'declined', 'withdrawn', 'expired', 'refunded'] as const
export type RequestState = (typeof requestStates)[number]
export type RequestAct = keyof typeof acts
export type RequestVerdict = 'allowed' | 'not_theirs' | 'closed'
