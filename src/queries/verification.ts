import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { RefusalBody } from '../../contract/refusals.ts'
import type { Verification, verification } from '../../contract/verification.ts'
import { Refusal, unwrap } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'

const server = () => import('../server/verification.functions.ts')

export const verificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: () => unwrap(server().then((it) => it.getVerification({ data: {} }))),
})

function useVerificationChange<In>(change: (input: In) => Promise<Verification>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (now) => queryClient.setQueryData(verificationQuery.queryKey, now),
    meta: { shown: true },
  })
}

export const useInitVerification = () =>
  useVerificationChange(async (data: Sent<typeof verification.init>) =>
    unwrap((await server()).initVerification({ data })),
  )
export const useSubmitVerification = () =>
  useVerificationChange(async (_: null) => unwrap((await server()).submitVerification({ data: {} })))

/** Sends a picture as it is, past the server functions, which carry JSON. */
export const useSendImage = () =>
  useVerificationChange(async ({ kind, file }: { kind: 'document' | 'selfie'; file: File }) => {
    const answer = await fetch(`/api/creator/verification/images/${kind}`, {
      method: 'PUT',
      body: file,
      headers: { 'content-type': file.type || 'image/jpeg' },
    })
    const body: unknown = await answer.json().catch(() => null)
    if (answer.ok) return body as Verification
    const said = (body ?? { error: 'unavailable', message: m.refusal_unavailable() }) as RefusalBody
    throw new Refusal({ ...said, status: answer.status })
  })
