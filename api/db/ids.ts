import { v7 } from 'uuid'

/** A new id: UUIDv7, made by the application, so that no hot table needs a sequence (ARCHITECTURE, data). */
export const newId = (): string => v7()

/** The owner of nothing: what a malformed id becomes at the boundary. */
export const noId = '00000000-0000-0000-0000-000000000000'
