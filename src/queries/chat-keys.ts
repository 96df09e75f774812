/** Every list of conversations begins with `lists`, every history with `messages`. */
export const chatKeys = {
  all: ['chat'] as const,
  lists: ['chat', 'sessions'] as const,
  session: (userId: string) => ['chat', 'session', userId] as const,
  histories: ['chat', 'messages'] as const,
  messages: (userId: string) => ['chat', 'messages', userId] as const,
}
