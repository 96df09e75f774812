import { desc, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { mails } from '../db/schema/identity.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { Vars } from '../http/implement.ts'
import type { Services } from '../services.ts'
import { contentOf } from './content.ts'

/** `GET /dev/mail`, only without SMTP_URL: a page, or JSON `{data: [{to, subject, text, html, at}]}` newest first, `?to=`. */
export function devMailbox(app: Hono<Vars>, ctx: Services): void {
  if (ctx.env.SMTP_URL !== undefined || ctx.env.production) return
  app.get('/dev/mail', async (c) => {
    const to = c.req.query('to')
    const rows = await ctx.db
      .select()
      .from(mails)
      .where(to === undefined ? undefined : eq(mails.recipient, to.toLowerCase()))
      .orderBy(desc(mails.id))
      .limit(100)
    const data = rows.flatMap((mail) => {
      const content = contentOf(mail, ctx.env)
      if (content === null) return []
      const { subject, text, html } = content
      return [{ to: mail.recipient, subject, text, html, at: mail.createdAt.toISOString() }]
    })
    if (c.req.header('accept')?.includes('text/html') !== true) return c.json({ data })
    const items = data.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.to)} · ${mail.at}</p>${mail.html.replace(/^[\s\S]*?<body[^>]*>|<\/body>[\s\S]*$/g, '')}</article>`,
    )
    const style =
      'body{font:16px/1.5 system-ui;max-width:640px;margin:24px auto;padding:0 16px}article{border-top:1px solid #ccc;padding:8px 0}'
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mailbox</title><style>${style}</style><h1>Development mailbox</h1>${items.join('')}</html>`,
    )
  })
}
