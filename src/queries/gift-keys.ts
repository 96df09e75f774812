/** Gifts by their link, and those the viewer has given. Separate from the queries for modules that only invalidate. */
export const giftKeys = {
  all: ['gifts'] as const,
  one: (code: string) => ['gifts', 'one', code] as const,
  given: ['gifts', 'given'] as const,
}
