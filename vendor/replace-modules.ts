import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A module of a library, the file of this folder that the build takes instead, and the one environment it does so in. */
export type Replacement = { upstream: string; ours: string; environment?: 'client' | 'ssr' }

export const replacements: Replacement[] = [
  {
    upstream: 'node_modules/@tanstack/start-client-core/dist/esm/client/ServerFunctionSerializationAdapter.js',
    ours: 'vendor/start-server-function-adapter.ts',
    environment: 'client',
  },
  {
    upstream: 'node_modules/use-sync-external-store/shim/index.js',
    ours: 'vendor/use-sync-external-store.cjs',
    environment: 'client',
  },
  { upstream: 'src/paraglide/registry.js', ours: 'vendor/paraglide-registry.ts' },
]

/** The replaced modules of the build. It refuses to build when one is gone or no longer imported, as an upgrade may cause. */
export function replaceModules(table: Replacement[] = replacements, root = new URL('..', import.meta.url)): Plugin {
  const path = (file: string) => realpathSync(fileURLToPath(new URL(file, root)))
  const isIn = (environment: string, it: Replacement) => (it.environment ?? environment) === environment
  const used = new Map<string, Set<Replacement>>()
  return {
    name: 'replace-modules',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      used.set(this.environment.name, new Set())
    },
    load(id) {
      const found = table.find((it) => isIn(this.environment.name, it) && path(it.upstream) === id)
      if (found === undefined) return null
      used.get(this.environment.name)?.add(found)
      const ours = JSON.stringify(path(found.ours))
      // A library that calls `require` gets a module of its own kind, without the helpers that would turn one into the other.
      return ours.endsWith('.cjs"') ? `module.exports = require(${ours})` : `export * from ${ours}`
    },
    buildEnd(error) {
      const { name } = this.environment
      const idle = table.filter((it) => isIn(name, it) && !used.get(name)?.has(it))
      if (!error && idle.length > 0)
        this.error(`Nothing imports ${idle.map((it) => it.upstream).join(', ')} any more; see vendor/README.md.`)
    },
  }
}
