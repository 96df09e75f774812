import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Puts `preload-helper.ts` in the place of Vite's own. It refuses to build when Vite no longer asks for it. */
export function replacePreloadHelper(): Plugin {
  let isUsed = false
  return {
    name: 'replace-preload-helper',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null
      isUsed = true
      return `export * from ${JSON.stringify(fileURLToPath(new URL('preload-helper.ts', import.meta.url)))}`
    },
    buildEnd(error) {
      if (!error && this.environment.name === 'client' && !isUsed)
        this.error('Vite asks for no preload helper any more; see vendor/README.md.')
    },
  }
}
