/** How an infinite query reads a list page by page: each page names the cursor of the next one, the last has null. */
export const cursorPages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}
