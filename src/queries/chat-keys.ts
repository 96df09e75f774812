/** Every list of conversations begins with `lists`, one alone with `alone`, every history with `histories`. */
export const chatKeys = {
  all: ['chat'] as const,
  lists: ['chat', 'sessions'] as const,
  alone: ['chat', 'session'] as const,
  session: (userId: string) => ['chat', 'session', userId] as const,
  histories: ['chat', 'messages'] as const,
  messages: (userId: string) => ['chat', 'messages', userId] as const,
}
