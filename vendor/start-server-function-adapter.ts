import { createSerializationAdapter } from '@tanstack/react-router'

/**
 * For `@tanstack/start-client-core` 1.170 (`ServerFunctionSerializationAdapter.js`), in the browser: server functions that
 * travel as values, which nothing here sends. Start's adapter imports the whole machinery of calls, and every first visit
 * with it; this one fetches it when such a function is first called.
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
