import { trackingLinks } from '../../contract/tracking-links.ts'
import type { Actor, TestApi } from './api.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

export async function makeLink(
  api: TestApi,
  creator: Actor,
  name = 'Bio',
  more: { cost?: number; list_id?: string } = {},
) {
  const link = (await api.call(creator, trackingLinks.create, { name, ...more })).data
  return { ...link, code: link.url.slice(-8) }
}

/** A browser that follows links, signed in or not; `as` is the actor with all of its cookies. */
export function browserOf(api: TestApi, person: Actor | null) {
  let cookie = ''
  const cookies = (actor: Actor | null) => [actor?.cookie, cookie].filter(Boolean).join('; ')
  return {
    open: async (code: string, headers: Record<string, string> = {}) => {
      const all = { 'user-agent': phone, cookie: cookies(person), ...headers }
      const answer = await api.fetch(null, `/api/links/${code}`, { headers: all })
      const [line] = answer.headers.getSetCookie()
      if (line !== undefined) cookie = line.split(';', 1)[0] ?? ''
      return { status: answer.status, to: answer.headers.get('location'), line: line ?? null }
    },
    as: (actor: Actor): Actor => ({ ...actor, cookie: cookies(actor) }),
  }
}
