import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { RefusalBody } from '../../contract/refusals.ts'
import type { Verification, verification } from '../../contract/verification.ts'
import { RefusalError } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'
import { loadOnCall } from './server-functions.ts'
import { sessionKeys } from './session.ts'
import { verificationKey } from './verification-key.ts'

const server = loadOnCall(() => import('../server/verification.functions.ts'))

export const verificationQuery = queryOptions({
  queryKey: verificationKey,
  queryFn: () => server((api) => api.getVerification({ data: {} })),
})

function useVerificationMutation<In>(change: (input: In) => Promise<Verification>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    // The profile says whether the viewer is a creator (spec §7).
    onSuccess: (now) => {
      queryClient.setQueryData(verificationQuery.queryKey, now)
      void queryClient.invalidateQueries({ queryKey: sessionKeys.profile })
    },
    meta: { shown: true },
  })
}

export const useInitVerification = () =>
  useVerificationMutation((data: Sent<typeof verification.init>) => server((api) => api.initVerification({ data })))
export const useSubmitVerification = () =>
  useVerificationMutation((_: null) => server((api) => api.submitVerification({ data: {} })))

/** Sends a picture as it is, past the server functions, which carry JSON. */
export const useSendImage = () =>
  useVerificationMutation(async ({ kind, file }: { kind: 'document' | 'selfie'; file: File }) => {
    const answer = await fetch(`/api/creator/verification/images/${kind}`, {
      method: 'PUT',
      body: file,
      headers: { 'content-type': file.type || 'image/jpeg' },
    })
    const body: unknown = await answer.json().catch(() => null)
    if (answer.ok) return body as Verification
    const refusal = (body ?? { error: 'unavailable', message: m.refusal_unavailable() }) as RefusalBody
    throw new RefusalError({ ...refusal, status: answer.status })
  })
