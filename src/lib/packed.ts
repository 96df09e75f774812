import type { QueryClient } from '@tanstack/react-query'

/**
 * What the server fetched for a page, as JSON; the browser takes it over as fresh. Left to the router's serializer,
 * which knows far more than JSON, it costs ten times as much to write. An author who is an answer of the page
 * themselves is written once: in their posts their place among the answers stands for them.
 */
export function packed(queryClient: QueryClient): string {
  const answers = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): Answered => [queryKey, state.data])
  const places = new Map(answers.map(([, data], at) => [data, at]))
  const write = (post: Post): Post => {
    const place = places.get(post.author)
    return place === undefined ? post : { ...post, author: place }
  }
  return JSON.stringify(answers.map(([key, data]) => [key, isPaged(data) ? eachPost(data, write) : data]))
}

export function unpack(queryClient: QueryClient, text: string): void {
  const answers = JSON.parse(text) as Answered[]
  const read = (post: Post): Post =>
    typeof post.author === 'number' ? { ...post, author: answers[post.author]?.[1] } : post
  for (const [key, data] of answers) {
    // JSON has no undefined: the first page of a list was asked for without a cursor, and is again when it is fetched anew.
    const whole = isPaged(data) && {
      ...eachPost(data, read),
      pageParams: data.pageParams.map((it: unknown) => it ?? undefined),
    }
    queryClient.setQueryData(key, whole || data)
  }
}

const isPaged = (data: unknown): data is Paged =>
  typeof data === 'object' && data !== null && 'pageParams' in data && Array.isArray(data.pageParams)

const eachPost = (data: Paged, change: (post: Post) => Post): Paged => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, data: Array.isArray(page.data) ? page.data.map(change) : page.data })),
})

type Answered = [key: readonly unknown[], data: unknown]
type Paged = { pages: { data: Post[] }[]; pageParams: unknown[] }
/** Whatever a list holds: only posts have authors. */
type Post = { author?: unknown }
