import { purgeSignatureHeader, verifyPurge } from '../contract/edge.ts'
import type { Bindings } from './env.ts'
import { purgeSubjects, subjects } from './page-cache.ts'

/** The API says, under signature, which public pages changed; without a shared secret there is no such door. */
export async function purge(request: Request, env: Bindings): Promise<Response> {
  if (!env.EDGE_SECRET) return new Response(null, { status: 404 })
  const body = await request.text()
  const signature = request.headers.get(purgeSignatureHeader) ?? ''
  if (!(await verifyPurge(env.EDGE_SECRET, body, signature, Date.now() / 1000)))
    return new Response(null, { status: 403 })
  const names = readNames(body)
  if (names === null) return new Response(null, { status: 400 })
  await purgeSubjects(names, Date.now())
  await purgeEverywhere(names, env)
  return Response.json({ purged: names })
}

function readNames(body: string): string[] | null {
  try {
    const { profiles = [], paths = [] } = JSON.parse(body) as { profiles?: unknown[]; paths?: unknown[] }
    const all = [...profiles.map((name) => `/@${String(name)}`), ...paths.map(String)]
    return all.every((path) => path.startsWith('/') && path.length < 300) ? all.flatMap(subjects) : null
  } catch {
    return null
  }
}

/** The marks above reach this data centre; the others are told by Cloudflare, by tag. */
async function purgeEverywhere(tags: string[], env: Bindings): Promise<void> {
  if (!env.CLOUDFLARE_ZONE_ID || !env.CLOUDFLARE_PURGE_TOKEN) return
  const answer = await fetch(`https://api.cloudflare.com/client/v4/zones/${env.CLOUDFLARE_ZONE_ID}/purge_cache`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.CLOUDFLARE_PURGE_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
  })
  if (!answer.ok) console.error(`The purge by tag failed with ${answer.status}.`)
}
