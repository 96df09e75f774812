import { purgeSignatureHeader, verifyPurge } from '../contract/edge.ts'
import type { Bindings } from './env.ts'
import { cacheTags, purgeTags } from './page-cache.ts'

/** Purges the public pages that the API names in a signed request. Answers 404 when no shared secret is set. */
export async function purge(request: Request, env: Bindings): Promise<Response> {
  if (!env.EDGE_SECRET) return new Response(null, { status: 404 })
  const body = await request.text()
  const signature = request.headers.get(purgeSignatureHeader) ?? ''
  if (!(await verifyPurge(env.EDGE_SECRET, body, signature, Date.now() / 1000)))
    return new Response(null, { status: 403 })
  const tags = readTags(body)
  if (tags === null) return new Response(null, { status: 400 })
  await purgeTags(tags, Date.now())
  await purgeEverywhere(tags, env)
  return Response.json({ purged: tags })
}

function readTags(body: string): string[] | null {
  try {
    const { profiles = [], paths = [] } = JSON.parse(body) as { profiles?: unknown[]; paths?: unknown[] }
    const all = [...profiles.map((name) => `/@${String(name)}`), ...paths.map(String)]
    return all.every((path) => path.startsWith('/') && path.length < 300) ? all.flatMap(cacheTags) : null
  } catch {
    return null
  }
}

/** Purges the other data centres by cache tag; `purgeTags` reaches only this one. */
async function purgeEverywhere(tags: string[], env: Bindings): Promise<void> {
  if (!env.CLOUDFLARE_ZONE_ID || !env.CLOUDFLARE_PURGE_TOKEN) return
  const answer = await fetch(`https://api.cloudflare.com/client/v4/zones/${env.CLOUDFLARE_ZONE_ID}/purge_cache`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.CLOUDFLARE_PURGE_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
  })
  if (!answer.ok) console.error(`The purge by tag failed with ${answer.status}.`)
}
