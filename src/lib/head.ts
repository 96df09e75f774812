import { m } from '../paraglide/messages.js'
import { requestOrigin } from './request.ts'

type Page = {
  title: string
  description?: string
  /** The page's one address, as a path; private pages have none and are excluded from search engines. */
  path?: string
  type?: 'website' | 'profile' | 'article'
}

/**
 * Title, description and canonical address of a page, as JSON: it is what a loader answers, and the router
 * writes a text into the page far more cheaply than a dozen objects.
 */
export function pageHead({ title, description, path, type = 'website' }: Page): string {
  const full = `${title} · ${m.app_name()}`
  const url = path && requestOrigin() + path
  return JSON.stringify({
    meta: [
      { title: full },
      ...(path ? [] : [{ name: 'robots', content: 'noindex' }]),
      ...(description
        ? [
            { name: 'description', content: description },
            { property: 'og:description', content: description },
          ]
        : []),
      ...(url
        ? [
            { property: 'og:url', content: url },
            { property: 'og:title', content: title },
            { property: 'og:type', content: type },
          ]
        : []),
    ],
    links: url ? [{ rel: 'canonical', href: url }] : [],
  } satisfies HeadTags)
}

/** What `pageHead` wrote. */
export type HeadTags = { meta: Record<string, string>[]; links: Record<string, string>[] }
