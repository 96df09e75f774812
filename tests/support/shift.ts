import type { APIResponse, BrowserContext } from '@playwright/test'
import type { Flag } from '../../contract/endpoint.ts'
import { rights } from './rights.ts'

/** Calls the API with the cookies of this browser; answers the JSON, and throws on a refusal. */
export async function call<T = Record<string, never>>(
  browser: BrowserContext,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<T> {
  const answer: APIResponse = await browser.request.fetch(path, {
    method,
    ...(method === 'GET' ? {} : { data: data ?? {} }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as T
}

type Member = { id: string; user: { id: string; username: string } }
type Agency = { id: string; name: string; members: Member[]; creators: Member[] }

/** A new agency with a creator and operators who have all accepted, made through the API. */
export async function foundAgency(owner: BrowserContext, creator: BrowserContext, operators: BrowserContext[]) {
  const name = `Shift ${Date.now().toString(36)}`
  const { id } = await call<Agency>(owner, 'POST', '/api/agencies', { name })
  for (const [kind, browser] of [['creator', creator], ...operators.map((it) => ['member', it] as const)] as const) {
    const { username } = await call<{ username: string }>(browser, 'GET', '/api/profile')
    const invited = await call<{ id: string }>(owner, 'POST', `/api/agencies/${id}/invitations`, { kind, username })
    await call(browser, 'POST', `/api/invitations/${invited.id}/accept`)
  }
  const { members, creators } = await call<Agency>(owner, 'GET', `/api/agencies/${id}`)
  const dissolve = async () => {
    founded.delete(dissolve)
    await call(owner, 'DELETE', `/api/agencies/${id}`)
  }
  founded.add(dissolve)
  return {
    id,
    name,
    /** Sets what this member may do as the creator. */
    grant: (username: string, ...flags: Flag[]) =>
      call(
        owner,
        'PUT',
        `/api/agencies/${id}/grants/${members.find((it) => it.user.username === username)?.id}/${creators[0]?.id}`,
        { permissions: rights(...flags) },
      ),
    /** The creator allows what they have ended to be given again. */
    allowAgain: async () => {
      const { data } = await call<{ data: { id: string }[] }>(creator, 'GET', '/api/agency-access/ended')
      for (const ended of data) await call(creator, 'POST', `/api/agency-access/${ended.id}/allow`)
    },
    act: (operator: BrowserContext) =>
      call(operator, 'POST', `/api/agencies/impersonate/${creators[0]?.user.id}`, { agency_id: id }),
    dissolve,
  }
}

const founded = new Set<() => Promise<void>>()

/** Cleans up after a journey that broke off: no operator acts as the creator of the next one. */
export async function endShifts(): Promise<void> {
  for (const dissolve of [...founded]) await dissolve()
}
