import type { AnyRouter } from '@tanstack/react-router'
import { earlyClickScript } from '../lib/early-click.ts'
import { type HeadTag, headTags } from '../lib/head-tags.ts'
import { themeColours, themeScript } from '../styles/head.ts'

/**
 * What stands in the head of a page, as text: title, descriptions, links and the files to fetch early, each as the root
 * renders it in the browser, which then finds it there. Rendering forty tags as elements costs the server a fifteenth of
 * a page (docs/decisions/page-rendering.md).
 */
export function headText(router: AnyRouter): string {
  const matches = router.stores.matches.get()
  const nonce = router.options.ssr?.nonce ?? ''
  const { metas, links } = headTags(matches)
  let text = ''
  for (const it of metas) text += it.title ? `<title>${escaped(it.title)}</title>` : tag('meta', it)
  if (nonce) text += tag('meta', { property: 'csp-nonce', content: nonce })
  for (const it of links) text += tag('link', it)
  for (const { routeId } of matches)
    for (const file of router.ssr?.manifest?.routes[routeId]?.preloads ?? [])
      text += tag('link', {
        rel: 'modulepreload',
        href: typeof file === 'string' ? file : file.href,
        fetchPriority: 'low',
      })
  for (const it of themeColours) text += tag('meta', it)
  return `${text}<script nonce="${escaped(nonce)}">${themeScript};${earlyClickScript}</script>`
}

function tag(name: 'meta' | 'link', attributes: HeadTag): string {
  let text = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== undefined) text += ` ${key.toLowerCase()}="${escaped(value)}"`
  }
  // React tells the style sheets that it looks after by this.
  return attributes.rel === 'stylesheet' ? `${text} data-precedence="default"/>` : `${text}/>`
}

function escaped(text: string): string {
  return special.test(text) ? text.replaceAll(everySpecial, (it) => `&#${it.charCodeAt(0)};`) : text
}
const special = /[&<>"']/
const everySpecial = /[&<>"']/g
