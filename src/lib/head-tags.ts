import type { AnyRouteMatch } from '@tanstack/react-router'

/** The attributes of a tag; a meta with a `title` is the page's title. */
export type HeadTag = Record<string, string | undefined>

/** What the routes of a page say in its head: one meta of each name, the innermost route's, and every link. */
export function headTags(matches: readonly AnyRouteMatch[]): { metas: HeadTag[]; links: HeadTag[] } {
  // Nothing below a route that failed is shown.
  const failed = matches.findIndex((it) => it.status !== 'success' || it._notFound)
  const shown = failed < 0 ? matches : matches.slice(0, failed + 1)
  const metas = new Map<string, HeadTag>()
  for (const { meta } of shown.toReversed())
    for (const it of ((meta ?? []) as HeadTag[]).toReversed()) if (!metas.has(nameOf(it))) metas.set(nameOf(it), it)
  return { metas: [...metas.values()].reverse(), links: shown.flatMap((it) => (it.links ?? []) as HeadTag[]) }
}

/** What a meta is told apart by. */
export const nameOf = ({ title, name, property }: HeadTag): string =>
  title ? 'title' : (name ?? property ?? 'charset')
