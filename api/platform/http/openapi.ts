import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { Hono } from 'hono'
import type { Endpoint, Schema } from '../../../contract/endpoint.ts'
import { appName } from '../../../contract/limits.ts'
import { type RefusalCode, refusals } from '../../../contract/refusals.ts'
import type { Route, Vars } from './implement.ts'

/** `GET /api/openapi.json`, the public face of the contract, and a page that shows it at `/api/docs`. */
export function openapi(app: Hono<Vars>, routes: Route[]): void {
  let document: string | undefined
  app.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(documentOf(routes))
    return c.body(document, 200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' })
  })
  app.get('/api/docs', (c) =>
    c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${appName} API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css"><div id="api"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/page.js"></script></html>`,
    ),
  )
  app.get('/api/docs/page.js', (c) =>
    c.body(`SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api' })`, 200, { 'content-type': 'text/javascript' }),
  )
  for (const [file, type] of [
    ['swagger-ui.css', 'text/css'],
    ['swagger-ui-bundle.js', 'text/javascript'],
  ] as const) {
    app.get(`/api/docs/${file}`, async (c) => {
      const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
      return c.body(await readFile(join(folder, file)), 200, {
        'content-type': type,
        'cache-control': 'public, max-age=86400',
      })
    })
  }
}

/** The OpenAPI document of these routes. */
export function documentOf(routes: readonly Pick<Route, 'name' | 'endpoint'>[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const { name, endpoint } of routes) {
    const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => ({
      name: match[1],
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }))
    const input = schemaOf(endpoint.input, 'input')
    const inPath = new Set(parameters.map((it) => it.name))
    const rest = Object.entries(input.properties ?? {}).filter(([property]) => !inPath.has(property))
    const isRead = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    const of = paths[endpoint.path] ?? {}
    of[endpoint.method.toLowerCase()] = {
      operationId: `${endpoint.path.split('/')[2]}.${name}`,
      summary: endpoint.summary,
      'x-access': endpoint.access,
      parameters: isRead
        ? [
            ...parameters,
            ...rest.map(([property, schema]) => ({
              name: property,
              in: 'query',
              required: input.required?.includes(property) ?? false,
              schema,
            })),
          ]
        : parameters,
      ...(isRead || rest.length === 0
        ? {}
        : {
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: Object.fromEntries(rest),
                    required: input.required?.filter((it) => !inPath.has(it)),
                  },
                },
              },
            },
          }),
      responses: {
        200: {
          description: 'The answer.',
          content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
        },
        ...refusalResponses(endpoint),
      },
    }
    paths[endpoint.path] = of
  }
  return { openapi: '3.1.0', info: { title: `${appName} API`, version: '1' }, paths }
}

/** One response per status, because several codes share a status and OpenAPI has one entry for each. */
function refusalResponses(endpoint: Endpoint): Record<string, ReturnType<typeof refusalResponse>> {
  const codesOf = new Map<number, RefusalCode[]>()
  for (const code of refusalCodes(endpoint)) {
    const status = refusals[code]
    codesOf.set(status, [...(codesOf.get(status) ?? []), code])
  }
  return Object.fromEntries([...codesOf].map(([status, codes]) => [status, refusalResponse(codes)]))
}

/** The codes that the endpoint declares, and those that follow from its method, its access and the server. */
function refusalCodes({ method, access, errors, fansRead }: Endpoint): Set<RefusalCode> {
  const isForUsers = access.who !== 'anyone'
  const codes: (RefusalCode | false)[] = [
    'invalid_input',
    isForUsers && 'unauthorised',
    'blocked_origin',
    access.onboarded && 'onboarding_required',
    access.verified && 'email_verification_required',
    access.who === 'staff' && 'not_staff',
    access.who === 'creator' && 'not_creator',
    // An operator counts as a visitor where visitors may call, and never as staff.
    isForUsers && access.who !== 'staff' && access.acting !== 'any' && 'permission_denied',
    ...errors,
    fansRead !== undefined && 'restricted_word',
    method !== 'GET' && 'too_large',
    method !== 'GET' && 'unsupported_media',
    'rate_limited',
    'unavailable',
  ]
  return new Set(codes.filter((code) => code !== false))
}

const refusalResponse = (codes: readonly RefusalCode[]) => ({
  description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { error: { type: 'string', enum: codes }, message: { type: 'string' } },
        required: ['error', 'message'],
      },
    },
  },
})

export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}
type Operation = { responses: Record<string, { description: string; content: unknown }>; [more: string]: unknown }

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] }
const schemaOf = (schema: Schema, typeMode: 'input' | 'output'): JsonSchema =>
  toJsonSchema(schema, { typeMode, errorMode: 'ignore' }) as JsonSchema
