import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Modules of libraries that every first visit would carry, or every rendering would run, whole for a sliver of what
 * they do; ours stand in for them (docs/decisions/first-visit-javascript.md, page-rendering.md).
 */
const lighter = {
  name: 'lighter-modules',
  enforce: 'pre' as const,
  resolveId(this: { environment?: { name: string } }, source: string) {
    // The edge asks for Start's handler by the library's name and gets ours.
    if (source === '@tanstack/react-start/server-entry') return here('src/server.tsx')
    if (/(?:^\.\.|\/paraglide)\/runtime\.js$/.test(source)) return here('src/lib/locale-runtime.ts')
    if (this.environment?.name === 'ssr' && source === './useBaseQuery.js')
      return here('src/server/use-base-query.server.ts')
    if (this.environment?.name === 'client' && source === './ServerFunctionSerializationAdapter.js')
      return here('src/lib/server-function-values.ts')
    return null
  },
}

type Graph = { getModuleInfo: (id: string) => { code: string | null; importedIds: readonly string[] } | null }

/**
 * The modules that a first visit to a profile runs, which become one file: everything that the entry and that page
 * import, with the words that they say and without the machinery of calls, which barrels name and nothing there uses. It
 * holds the entry itself, so that only messages, which are functions and run nothing, stand around it in a circle.
 */
function firstVisit(graph: Graph): Set<string> {
  if (visited.size > 0) return visited
  const visit = (id: string) => {
    if (visited.has(id) || ofCalls.test(id)) return
    visited.add(id)
    const { code, importedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const [, name] of code?.matchAll(/\bm\.(\w+)\(/g) ?? []) visited.add(here(`src/paraglide/messages/${name}.js`))
    for (const next of importedIds) visit(next)
  }
  visit(fileURLToPath(new URL('../plugin/default-entry/client.tsx', import.meta.resolve('@tanstack/react-start'))))
  visit(`${here('src/routes/@{$username}.index.tsx')}?tsr-split=component---loader`)
  return visited
}
const visited = new Set<string>()
const ofCalls =
  /paraglide\/messages|\/src\/server\/|seroval|router-core\/dist\/esm\/ssr\/(?:serializer\/(?!transformer)|client|headers|json)|client-rpc|createServerFn|queriesObserver|useQueries/i

/** The build of edge and app: one Worker around TanStack Start (docs/tour.md). */
export default defineConfig({
  // A deployment is built beside the product that may be running from `dist`.
  build: { outDir: process.env.OUT_DIR ?? 'dist' },
  // What five places share is one file: fewer requests, and 6 KB less than forty small ones that compress alone.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: (id: string, graph: Graph) => (firstVisit(graph).has(id) ? 'base' : null),
                  includeDependenciesRecursively: false,
                },
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
