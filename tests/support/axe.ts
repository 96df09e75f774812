import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The findings of axe on a page, one line each: violations of WCAG 2.2 AA, and others of more than minor impact. Our
 * pages have no foreign frames, so axe needs no second page to merge the findings of frames, which would double the
 * time.
 */
export async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
    .filter(({ tags, impact }) => tags.some((it) => wcag.has(it)) || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' · ')}`)
}
const wcag = new Set(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
