import { createSerializationAdapter } from '@tanstack/react-router'

/**
 * Stands in for Start's own adapter in the browser (`app.config.ts`): server functions that travel as values. Start's
 * brings the whole machinery of calls into every first visit; this one fetches it with the first call. Nothing here
 * sends functions as values today.
 */
export const ServerFunctionSerializationAdapter = createSerializationAdapter({
  key: '$TSS/serverfn',
  test: (value): value is never => false,
  toSerializable: (): { functionId: string } => ({ functionId: '' }),
  fromSerializable: ({ functionId }) =>
    (async (...sent: unknown[]) => {
      const { createClientRpc } = await import('@tanstack/react-start/client-rpc')
      return (createClientRpc(functionId) as (...sent: unknown[]) => unknown)(...sent)
    }) as never,
})
