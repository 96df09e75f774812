import { globSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { dist, root } from '../release/build.ts'

/** Text settings of the edge Worker (edge/env.ts). */
export type EdgeSettings = Record<string, string>

/** The runtime's program, from the package that wrangler depends on. */
export function workerdProgram(): string {
  const require = createRequire(join(root, 'package.json'))
  const folder = readdirSync(join(root, 'node_modules', '@cloudflare')).find((name) => name.startsWith('workerd-'))
  if (!folder) throw new Error('workerd is not installed for this machine.')
  return require.resolve(`@cloudflare/${folder}/bin/workerd`)
}

/**
 * Writes the configuration that runs a built Worker on bare workerd: the edge, the built files behind its
 * ASSETS binding, and the cache's store (docs/decisions/edge-runtime.md). `folder` holds `server` and `files`;
 * the configuration is put beside them, as workerd embeds modules by relative path. Returns its name.
 */
export function writeWorkerdConfig(name: string, addresses: string[], settings: EdgeSettings, folder = dist): string {
  const file = join(folder, `${name}.capnp`)
  const helpers = relative(folder, join(root, 'tools', 'dev', 'workerd'))
  const modules = globSync('**/*.js', { cwd: join(folder, 'server') })
    // The first module is the Worker's entry.
    .sort((a, b) => Number(b === 'index.js') - Number(a === 'index.js'))
    .map((path) => `    (name = ${text(path)}, esModule = embed ${text(`server/${path}`)}),`)
  const bindings = Object.entries(settings).map(([key, value]) => `    (name = ${text(key)}, text = ${text(value)}),`)
  writeFileSync(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "edge", worker = .edge),
    (name = "assets", worker = .assets),
    (name = "cache", worker = .cache),
    (name = "files", disk = ${text(join(folder, 'files'))}),
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [
${addresses.map((address, at) => `    (name = "http${at}", address = ${text(address)}, http = (), service = "edge"),`).join('\n')}
  ],
);
const edge :Workerd.Worker = (
  modules = [
${modules.join('\n')}
  ],
  bindings = [
${bindings.join('\n')}
    (name = "ASSETS", service = "assets"),
  ],
  compatibilityDate = "2026-10-01",
  cacheApiOutbound = "cache",
);
const assets :Workerd.Worker = (
  modules = [(name = "assets.js", esModule = embed ${text(`${helpers}/assets.js`)})],
  bindings = [(name = "DISK", service = "files")],
  compatibilityDate = "2026-10-01",
);
const cache :Workerd.Worker = (
  modules = [(name = "cache.js", esModule = embed ${text(`${helpers}/cache.js`)})],
  compatibilityDate = "2026-10-01",
);
`,
  )
  return file
}

export function removeWorkerdConfig(file: string): void {
  rmSync(file, { force: true })
}

/** A Cap'n Proto text literal; JSON's escapes are a subset of its own for what appears here. */
const text = (value: string) => JSON.stringify(value)
