import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../contract/profile.ts'
import { sendFile } from './send-file.ts'
import { refreshProfile } from './session.ts'

/** Sends a picture as face or cover; the answer is the new session. */
export function useSetPicture(kind: 'avatar' | 'cover') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => sendFile<Profile>(`/api/profile/picture/${kind}`, file, { method: 'PUT' }),
    onSuccess: (profile) => refreshProfile(queryClient, profile),
    meta: { shown: true },
  })
}
