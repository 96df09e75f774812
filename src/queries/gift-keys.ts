/** Gifts by their link, and those the viewer has given. Apart from the queries, for those who only refresh. */
export const giftKeys = {
  all: ['gifts'] as const,
  one: (code: string) => ['gifts', 'one', code] as const,
  given: ['gifts', 'given'] as const,
}
