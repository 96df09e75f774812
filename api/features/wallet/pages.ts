import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { coinsOf } from '../../../contract/coins.ts'
import { appName, currency } from '../../../contract/limits.ts'
import type { RateClass } from '../../../contract/rates.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { wallet } from '../../../contract/wallet.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { readViewer } from '../../identity/viewer.ts'
import { fileOfLines, sendFile } from '../../platform/http/files.ts'
import { admit, failure, type Vars } from '../../platform/http/implement.ts'
import { renderPage } from '../../platform/http/page.ts'
import { addressKey } from '../../platform/http/rates.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { readTransactions } from './history.ts'
import { type ReceiptRow, receiptOfEntry } from './history-statements.ts'

/** The wallet's routes that do not answer JSON: the history as CSV, and a receipt to print. Closed to operators. */
export function walletPages(app: Hono<Vars>, ctx: Services): void {
  app.get('/api/wallet/transactions.csv', (c) => asOwner(c, ctx, 'expensive', (viewer) => csv(ctx, viewer)))
  app.get('/api/wallet/receipts/:id', (c) => asOwner(c, ctx, 'read', (viewer) => receipt(c, ctx, viewer)))
}

async function asOwner(
  c: Context<Vars>,
  ctx: Services,
  rate: RateClass,
  answer: (viewer: Viewer) => Promise<Response>,
): Promise<Response> {
  try {
    await ctx.rates.take('address', addressKey(c.get('address')))
    const viewer = admit(wallet.transactions.access, await readViewer(ctx, c.req.header('cookie')))
    if (viewer === null) throw refuse('unauthorised')
    await ctx.rates.take(rate, `${viewer.id} wallet.pages`)
    return await answer(viewer)
  } catch (error) {
    return failure(error, null, 'wallet.pages', c.get('locale'), c.get('requestId'))
  }
}

/** The whole history, read page by page while it is sent; text that a spreadsheet would take for a formula is escaped. */
async function csv(ctx: Services, viewer: Viewer): Promise<Response> {
  const head = 'id,date,kind,amount,balance_after,counterparty,object,reason\r\n'
  const file = sendFile(viewer.id, (isOver) => fileOfLines(head, pagesOf(ctx, viewer), isOver), longestMs)
  return new Response(file, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${appName.toLowerCase()}-wallet.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
const longestMs = 30 * 60_000

async function* pagesOf(ctx: Services, viewer: Viewer): AsyncGenerator<string[]> {
  for (let cursor: string | undefined; ; ) {
    const { data, next } = await readTransactions(ctx, viewer.id, { limit: 500, cursor })
    yield data.map((row) => {
      const object = row.object === null ? '' : `${row.object.kind} ${row.object.id}`
      const amounts = [row.amount.toFixed(2), row.balance_after.toFixed(2)]
      const cells = [row.id, row.created_at, row.kind, ...amounts, row.counterparty?.username ?? '', object]
      return `${[...cells, row.reason ?? ''].map(cell).join(',')}\r\n`
    })
    if (next === null) return
    cursor = next
  }
}

function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

async function receipt(c: Context<Vars>, ctx: Services, viewer: Viewer): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const [row] = isUuid(id) ? await ctx.db.run(receiptOfEntry, { entry: id, owner: viewer.id }) : []
  if (row === undefined) throw refuse('not_found')
  return showReceipt(c, row, viewer.locale)
}

function showReceipt(c: Context<Vars>, row: ReceiptRow, locale: 'en' | 'fr') {
  const labels: Record<string, unknown> & typeof en = { en, fr: fr as unknown as typeof en }[locale]
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const kind = labels[`wallet_kind_${row.kind}`]
  const fields: [string, string][] = [
    [labels.wallet_receipt_number, row.id],
    [
      labels.wallet_receipt_date,
      `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(row.created_at)} UTC`,
    ],
    [labels.wallet_receipt_buyer, `@${row.username} · ${row.email}`],
    [labels.wallet_receipt_what, typeof kind === 'string' ? kind : labels.wallet_kind_other],
    ...(row.other === null ? [] : [[labels.wallet_receipt_with, `@${row.other}`] as [string, string]]),
    ...(row.reason === null ? [] : [[labels.wallet_receipt_reason, reasonIn(labels, row.reason)] as [string, string]]),
    [labels.wallet_receipt_amount, money.format(coinsOf(row.amount_cents))],
    [labels.wallet_receipt_after, money.format(coinsOf(row.balance_after_cents))],
  ]
  const main = html`<h1>${appName} · ${labels.wallet_receipt_title}</h1>
<dl>${fields.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p>${labels.wallet_receipt_note}</p>`
  return renderPage(c, { locale, title: labels.wallet_receipt_title, style, main })
}

const style = `
body { margin: 0; padding: 32px 24px; background: #fdfbf7; color: #241b26; font: 16px/1.5 Inter, system-ui, sans-serif }
main { max-width: 560px; margin: 0 auto }
h1 { margin: 0 0 24px; font-size: 28px }
dl { margin: 0; border-top: 1px solid #d9d4cc }
div { display: flex; justify-content: space-between; gap: 24px; padding: 10px 0; border-bottom: 1px solid #d9d4cc }
dt { color: #5d5560 } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
p { color: #5d5560; font-size: 14px }
@media print { body { background: #fff; padding: 0 } }
`

/** A known reason in the reader's language, or the text that a staff member wrote. */
function reasonIn(labels: Record<string, unknown>, reason: string): string {
  const label = labels[`wallet_reason_${reason === 'provider_refund' ? 'refund' : reason}`]
  return typeof label === 'string' ? label : reason
}
