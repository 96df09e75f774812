import { asc } from 'drizzle-orm'
import { mails } from '../../api/platform/db/schema/identity.ts'
import { contentOf } from '../../api/platform/mail/content.ts'
import type { TestApi } from './api.ts'

/** The mails that wait to be sent, as their readers will see them, oldest first. */
export async function storedMails({ db, ctx }: Pick<TestApi, 'db' | 'ctx'>) {
  const rows = await db.select().from(mails).orderBy(asc(mails.id))
  return rows.flatMap((row) => {
    const content = contentOf(row, ctx.env)
    return content === null ? [] : [{ id: row.id, to: row.recipient, ...content }]
  })
}
