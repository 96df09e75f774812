import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds on a page as it stands, each as one line: what breaks WCAG 2.2 AA, or hurts more than a little. Our
 * pages hold no frames of others, so that it needs no page of its own to put the findings of frames together, which
 * costs as much again.
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
