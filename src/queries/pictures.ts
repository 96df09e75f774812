import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../contract/profile.ts'
import type { RefusalBody } from '../../contract/refusals.ts'
import { RefusalError } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'
import { refreshProfile } from './session.ts'

/** Sends a picture as face or cover; the answer is the new session. Bytes go to the API themselves, not by a server function. */
export function useSetPicture(kind: 'avatar' | 'cover') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (file: File): Promise<Profile> => {
      const answer = await fetch(`/api/profile/picture/${kind}`, {
        method: 'PUT',
        headers: { 'content-type': file.type },
        body: file,
      }).catch(() => null)
      const body: unknown = await answer?.json().catch(() => null)
      if (answer?.ok) return body as Profile
      const refusal = (body ?? {}) as Partial<RefusalBody>
      throw new RefusalError({
        error: 'unavailable',
        message: m.refusal_unavailable(),
        ...refusal,
        status: answer?.status ?? 503,
      })
    },
    onSuccess: (profile) => refreshProfile(queryClient, profile),
    meta: { shown: true },
  })
}
