import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import { root } from '../release/build.ts'

/** An endpoint of the contract, another route of the API (`other-routes.ts`), or a page of the app. */
export type InventoryRow = {
  kind: 'endpoint' | 'other' | 'page'
  method: string
  /** Parameters as `{name}`. */
  path: string
  /** `anyone`, `user`, `creator` or `staff` for endpoints; the middleware's names for pages. */
  access: string
  /** What an operator who acts for a creator needs: flags, `any` (the grant alone) or `never`. */
  acting: string
  /** Further conditions: `onboarded`, `verified`, and what an operator in person needs of the creator they call for. */
  also: string
}

/** Every endpoint of the contract, by path (safety §22). */
export async function endpointInventory(): Promise<InventoryRow[]> {
  const rows: InventoryRow[] = []
  for (const file of globSync('contract/*.ts', { cwd: root }).sort()) {
    if (/\.test\.ts$/.test(file)) continue
    const exported = (await import(join(root, file))) as Record<string, unknown>
    for (const feature of Object.values(exported)) {
      if (typeof feature !== 'object' || feature === null) continue
      for (const endpoint of Object.values(feature)) if (isEndpoint(endpoint)) rows.push(rowOf(endpoint))
    }
  }
  return rows.sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
}

/** Every page with its middleware, read from the route files; a nested route carries its parents' middleware too. */
export function pageInventory(): InventoryRow[] {
  const found = globSync('src/routes/**/*.tsx', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const id = /createFileRoute\('([^']+)'\)/.exec(text)?.[1]
    if (!id) return []
    const names = /middleware:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? ''
    return [
      {
        id,
        names: [...names.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? ''),
        closed: /closedWhileActing:\s*true/.test(text),
      },
    ]
  })
  const rows = found.map(({ id }): InventoryRow => {
    // A page and its parents; an index (`/settings/`) has no children.
    const branch = found.filter((page) => id === page.id || id.startsWith(`${page.id}/`))
    const names = [...new Set(branch.flatMap((page) => page.names))]
    const acting = branch.some((page) => page.closed) ? 'never' : 'any'
    return { kind: 'page', method: 'GET', path: pathOf(id), access: names.join(' + ') || 'open', acting, also: '' }
  })
  // A layout and its index are the same page.
  const unique = new Map(rows.map((row) => [row.path, row]))
  return [...unique.values()].sort((a, b) => a.path.localeCompare(b.path))
}

function pathOf(id: string): string {
  const path = id.replaceAll(/\{\$(\w+)\}|\$(\w+)/g, (_, braced?: string, plain?: string) => `{${braced ?? plain}}`)
  return path === '/$' ? '/{anything else}' : path.replace(/(.)\/$/, '$1')
}

export function rowOf({ method, path, access }: { method: string; path: string; access: Access }): InventoryRow {
  const onBehalf = access.onBehalf === undefined ? [] : [`for a creator with ${access.onBehalf.join(' + ')}`]
  const also = [...(['onboarded', 'verified'] as const).filter((name) => access[name]), ...onBehalf].join(' + ')
  return { kind: 'endpoint', method, path, access: access.who, acting: actingOf(access), also }
}

function actingOf({ acting }: Access): string {
  return typeof acting === 'string' ? acting : acting.join(' + ')
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && ['method', 'path', 'access', 'output'].every((key) => key in value)
  )
}
