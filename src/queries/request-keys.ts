/** Paid requests between the viewer and somebody, and from what price they are taken. Apart from the queries, for those who only refresh. */
export const requestKeys = {
  all: ['requests'] as const,
  with: (userId: string) => ['requests', 'with', userId] as const,
  settings: ['requests', 'settings'] as const,
}
