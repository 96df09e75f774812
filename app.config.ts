import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Modules of libraries that every first visit would carry, or every rendering would run, whole for a sliver of what
 * they do; ours stand in for them (docs/decisions/first-visit-javascript.md, pages-in-one-piece.md).
 */
const lighter = {
  name: 'lighter-modules',
  enforce: 'pre' as const,
  resolveId(this: { environment?: { name: string } }, source: string) {
    // The edge asks for Start's handler by the library's name and gets ours.
    if (source === '@tanstack/react-start/server-entry') return here('src/server.tsx')
    if (this.environment?.name === 'client' && source === './ServerFunctionSerializationAdapter.js')
      return here('src/lib/server-function-values.ts')
    return null
  },
}

/** The build of edge and app: one Worker around TanStack Start (see ARCHITECTURE in docs/tour.md). */
export default defineConfig({
  // A deployment is built beside the product that may be running from `dist`.
  build: { outDir: process.env.OUT_DIR ?? 'dist' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What a first visit runs is one file (docs/decisions/first-visit-javascript.md).
                { name: 'base', tags: ['$initial'] },
                // Words that several pages share are one file instead of dozens that compress alone.
                { name: 'words', test: /paraglide\/messages\/(?:nav|ui|posts|profile|refusal)_/, minShareCount: 4 },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    lighter,
    cloudflare({ viteEnvironment: { name: 'ssr' } }),
    tailwindcss(),
    tanstackStart({
      router: {
        quoteStyle: 'single',
        semicolons: false,
        // A page rendered on the server needs no loader in the browser, so loaders come with their screens.
        codeSplittingOptions: { defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']] },
      },
    }),
    react(),
  ],
})
