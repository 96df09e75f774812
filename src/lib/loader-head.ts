import type { HeadTags } from './head.ts'

/**
 * The head of a page whose loader made it: `loader: () => pageHead({ … }), head: loaderHead`. A loader is fetched with its
 * screen, while everything in `head` itself would be part of every first visit.
 */
export function loaderHead({ loaderData }: { loaderData?: string | undefined }): Partial<HeadTags> {
  return loaderData === undefined ? {} : JSON.parse(loaderData)
}

/** The same for a loader that answers more than its head. */
export const trustHead = ({ loaderData }: { loaderData?: { head: string } | undefined }) =>
  loaderHead({ loaderData: loaderData?.head })
