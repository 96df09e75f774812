import { createSerializationAdapter } from '@tanstack/react-router'
import type { RefusalBody } from '../../contract/refusals.ts'
import { RefusalError } from './refusal.ts'

/** Carries refusals from server to browser whole: as plain errors they would lose their code and status. */
export const refusalAdapter = createSerializationAdapter({
  key: 'refusal',
  test: (value): value is RefusalError => value instanceof RefusalError,
  toSerializable: ({ code, message, status, facts }): RefusalBody & { status: number } => ({
    ...facts,
    error: code,
    message,
    status,
  }),
  fromSerializable: (body) => new RefusalError(body),
})
