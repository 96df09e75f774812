import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { features } from '../../api/features.ts'
import { identityRoutes } from '../../api/identity/routes.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { createApp } from '../../api/platform/http/create-app.ts'
import type { Route } from '../../api/platform/http/implement.ts'
import { mountRaw } from '../../api/platform/http/raw.ts'
import { rawRoutes } from '../../api/raw-routes.ts'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import { type Actor, openTestApi, type TestApi } from '../support/api.ts'
import { type Fixtures, makeFixtures } from './fixtures.ts'

export type EntryPoint = { name: string; method: string; path: string; access: Access; endpoint: Endpoint | null }

/** The whole API with fixtures, and every entry point into it. */
export async function listEntryPoints() {
  const opened = await openTestApi()
  const routes: Route[] = [...identityRoutes(opened.ctx), ...features(opened.ctx)]
  const raw = rawRoutes(opened.ctx)
  const api: TestApi = {
    ...opened,
    app: createApp(opened.ctx, readViewer, routes, (app) => mountRaw(app, opened.ctx, readViewer, raw)),
  }
  const entryPoints: EntryPoint[] = [
    ...routes.map(({ endpoint }) => ({
      name: `${endpoint.method} ${endpoint.path}`,
      method: endpoint.method,
      path: endpoint.path,
      access: endpoint.access,
      endpoint,
    })),
    ...raw.map(({ method, path, access }) => ({ name: `${method} ${path}`, method, path, access, endpoint: null })),
  ]
  const world: Fixtures = await makeFixtures(api)
  return {
    api,
    entryPoints,
    world,
    ask: ask.bind(null, api),
    /** Calls every entry point that `which` picks and lists those that did not answer as expected. */
    every: every.bind(null, entryPoints),
  }
}
export type EntryPoints = Awaited<ReturnType<typeof listEntryPoints>>

const defaultIds = { id: randomUUID(), username: 'nobody_here', kind: 'document', ticket: 'FR-NONE' }
export const pathOf = (entryPoint: EntryPoint, fill: Record<string, string> = {}) =>
  entryPoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => fill[name] ?? (defaultIds as Record<string, string>)[name] ?? randomUUID(),
  )

async function ask(
  api: TestApi,
  actor: Actor | null,
  entryPoint: EntryPoint,
  path: string,
  body: Body = '{}',
  type = 'application/json',
  headers: Record<string, string> = {},
) {
  const hasBody = entryPoint.method !== 'GET'
  const answer = await api.app.request(`http://localhost${path}`, {
    method: entryPoint.method,
    ...(hasBody ? { body } : {}),
    headers: {
      ...(hasBody ? { 'content-type': type, 'content-length': String(lengthOf(body)) } : {}),
      ...(actor ? { cookie: actor.cookie } : {}),
      'idempotency-key': randomUUID(),
      ...headers,
    },
  })
  const text = await answer.text()
  return { status: answer.status, error: errorOf(text), text: text.replaceAll(/"request_id":"[^"]*"/g, '') }
}

type Body = NonNullable<RequestInit['body']> | null

/** What a connection would receive. */
const lengthOf = (body: Body): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : 0

function errorOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { error?: string }).error ?? null
  } catch {
    return null
  }
}

async function every(
  entryPoints: EntryPoint[],
  which: (entryPoint: EntryPoint) => boolean,
  check: (entryPoint: EntryPoint) => Promise<string | null>,
): Promise<void> {
  const wrong: string[] = []
  for (const entryPoint of entryPoints.filter(which)) {
    const found = await check(entryPoint)
    if (found !== null) wrong.push(`${entryPoint.name}: ${found}`)
  }
  expect(wrong).toEqual([])
}
