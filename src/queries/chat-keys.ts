/** Every list of conversations begins with `lists`, a single one with `single`, every history with `histories`. */
export const chatKeys = {
  all: ['chat'] as const,
  lists: ['chat', 'conversations'] as const,
  counts: ['chat', 'counts'] as const,
  single: ['chat', 'conversation'] as const,
  conversation: (userId: string) => ['chat', 'conversation', userId] as const,
  histories: ['chat', 'messages'] as const,
  messages: (userId: string) => ['chat', 'messages', userId] as const,
  found: (userId: string) => ['chat', 'found', userId] as const,
}
