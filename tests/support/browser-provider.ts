import { type PlaywrightProviderOptions, playwright } from '@vitest/browser-playwright'
import type { BrowserProviderOption } from 'vitest/node'

/** Component tests run in the same Chromium as the journeys. It is looked for only when a test needs it. */
export function foundChromium(): BrowserProviderOption<PlaywrightProviderOptions> {
  const options: PlaywrightProviderOptions = {}
  const chromium = playwright(options)
  return {
    ...chromium,
    providerFactory(project) {
      const provider = chromium.providerFactory(project)
      const openPage = provider.openPage.bind(provider)
      provider.openPage = async (...parameters) => {
        options.launchOptions ??= await import('./browser.ts').then((it) => it.browserOptions())
        return openPage(...parameters)
      }
      return provider
    },
  }
}
