import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useReauthentication } from '../account/use-reauthentication.tsx'

/**
 * Runs a decision about money or people: when the API wants a fresh sign-in, a sheet asks for the password and the
 * decision runs after all. A refusal is left in the mutation's `error`. Put `sheet` somewhere on the screen.
 */
export function useDecision<Out, In>(
  mutation: UseMutationResult<Out, Error, In>,
): { decide: (input: In, onDone?: () => void) => void; sheet: ReactNode } {
  const { withReauthentication, sheet } = useReauthentication()
  const decide = (input: In, onDone?: () => void) =>
    void withReauthentication(() => mutation.mutateAsync(input)).then(onDone, () => undefined)
  return { decide, sheet }
}
