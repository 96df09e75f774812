import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { replaceModules } from './vendor/replace-modules.ts'
import { replacePreloadHelper } from './vendor/replace-preload-helper.ts'
import { separateFileLists } from './vendor/separate-file-lists.ts'

/** The build of edge and app: one Worker around TanStack Start (docs/tour.md). */
export default defineConfig({
  // The edge imports Start's handler by the library's name and gets the app's.
  resolve: {
    alias: { '@tanstack/react-start/server-entry': fileURLToPath(new URL('src/server.tsx', import.meta.url)) },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Constants of the contract stand where they are used: 0.5 KB gzip of the first visit.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
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
    replaceModules(),
    replacePreloadHelper(),
    separateFileLists('src/screens/runtime/client-runtime.tsx'),
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
