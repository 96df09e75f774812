/**
 * Keys of paid requests between the viewer and another user, and of the minimum price. Separate from the queries for
 * modules that only invalidate.
 */
export const requestKeys = {
  all: ['requests'] as const,
  with: (userId: string) => ['requests', 'with', userId] as const,
  waiting: ['requests', 'waiting'] as const,
  settings: ['requests', 'settings'] as const,
}
