import { type MutateOptions, type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that makes something: while one is on its way another is not begun. The second click of a double click comes
 * before the screen knows that the first is pending, so a look at `isPending` is too late.
 */
export function useSingleMutation<Data, Variables, Result = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Result>,
): UseMutationResult<Data, Error, Variables, Result> {
  const mutation = useMutation(options)
  const isSending = useRef(false)
  const mutate = (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables, Result>) => {
    if (isSending.current) return
    isSending.current = true
    const end = () => {
      isSending.current = false
    }
    mutation.mutateAsync(variables, callbacks).then(end, end)
  }
  return { ...mutation, mutate } as UseMutationResult<Data, Error, Variables, Result>
}
