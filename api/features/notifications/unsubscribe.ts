import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import type { Env } from '../../platform/env.ts'
import { failure, type Vars } from '../../platform/http/implement.ts'
import { renderPage } from '../../platform/http/page.ts'
import { addressKey } from '../../platform/http/rates.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { secretsOf } from '../../platform/keys.ts'
import type { Services } from '../../platform/services.ts'
import { endDigests, endMails } from './settings-statements.ts'

type Ending = 'now' | 'digest'

/** The address in a mail that ends mails of its kind for its reader permanently, without signing in. */
export const unsubscribeUrl = (env: Env, userId: string, kind: Ending): string =>
  `${env.PUBLIC_ORIGIN}${path}/${userId}.${kind}.${proof(env.SECRET, userId, kind)}`

/**
 * `POST` ends the mails at once, as mail programs do with one click (RFC 8058); `GET` only asks, because scanners open
 * every link. The address permits nothing else.
 */
export function unsubscribePages(app: Hono<Vars>, ctx: Services): void {
  const limit = ctx.rates
  const guarded = (work: (c: Context<Vars>, found: Found) => Promise<Response>) => async (c: Context<Vars>) => {
    try {
      await limit.take('address', addressKey(c.get('address')))
      const found = read(ctx.env, c.req.param('token') ?? '')
      if (found === null) throw refuse('not_found')
      return await work(c, found)
    } catch (error) {
      return failure(error, null, `${c.req.method} ${path}`, c.get('locale'), c.get('requestId'))
    }
  }
  app.get(
    `${path}/:token`,
    guarded(async (c) => page(c, false)),
  )
  app.post(
    `${path}/:token`,
    guarded(async (c, { userId, kind }) => {
      await ctx.db.run(kind === 'now' ? endMails : endDigests, { user: userId })
      return page(c, true)
    }),
  )
}

const path = '/api/notifications/unsubscribe'

type Found = { userId: string; kind: Ending }
function read(env: Env, token: string): Found | null {
  const [, userId, kind, given] = /^([0-9a-f-]{36})\.(now|digest)\.([\w-]{43})$/.exec(token) ?? []
  if (userId === undefined || given === undefined || (kind !== 'now' && kind !== 'digest')) return null
  const isOurs = secretsOf(env).some((it) => timingSafeEqual(Buffer.from(given), Buffer.from(proof(it, userId, kind))))
  return isOurs ? { userId, kind } : null
}

const proof = (secret: string, userId: string, kind: Ending): string =>
  createHmac('sha256', secret).update(`unsubscribe ${userId} ${kind}`).digest('base64url')

function page(c: Context<Vars>, isDone: boolean): Promise<Response> | Response {
  const locale = c.get('locale')
  const labels = { en, fr }[locale]
  const main = html`<h1>${labels.notifications_end_title}</h1>
<p role="status">${isDone ? labels.notifications_end_done : labels.notifications_end_text}</p>
${isDone ? '' : html`<form method="post"><button>${labels.notifications_end_button}</button></form>`}
<a href="/notifications">${labels.notifications_end_settings}</a>`
  return renderPage(c, { locale, title: labels.notifications_end_title, style, main })
}

const style = `
:root { color-scheme: light dark; --paper: oklch(0.985 0.006 80); --ink: oklch(0.19 0.02 320); --line: oklch(0.55 0.02 320); --signal: oklch(0.55 0.2 27) }
@media (prefers-color-scheme: dark) { :root { --paper: oklch(0.19 0.02 320); --ink: oklch(0.96 0.006 80) } }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px; box-sizing: border-box; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif }
main { width: 100%; max-width: 400px }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.15 }
button, a { display: grid; place-items: center; width: 100%; min-height: 48px; margin-top: 12px; border: 1px solid var(--line); border-radius: 10px; background: none; color: inherit; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
button { background: var(--signal); border-color: var(--signal); color: #fff }
`
